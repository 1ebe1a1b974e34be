import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("Another program")
struct SubprocessTests {
  private let home = Result { try TemporaryHome() }

  private func output(_ script: String) throws -> Data {
    try Subprocess.run(["/bin/sh", "-c", script], readsOutput: true)
  }

  @Test("is read to its end, and no longer, whatever it has left that holds its output")
  func leftBehind() throws {
    #expect(try output("sleep 1000 & echo one") == Data("one\n".utf8))
    // What is still in the group of the shell when the shell ends is ended with it.
    let leaving =
      #"setsid sleep 1000 & until [ "$(cut -d ' ' -f 6 /proc/$!/stat)" = $! ]; do :; done; echo $!"#
    let number = String(decoding: try output(leaving), as: UTF8.self)
    let left = try #require(Int32(number.dropLast()))
    #expect(kill(left, SIGKILL) == 0, "it has left this process alone")
  }

  @Test("is found wherever it is, also where its path looks like a variable")
  func equalsSign() throws {
    let folder = try home.get().path(.home) + "/label=linux"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try ExecutableScript.write("#!/bin/sh\necho \"$1\"\n", to: folder + "/a=b")
    #expect(try Subprocess.run([folder + "/a=b", "c=d"], readsOutput: true) == Data("c=d\n".utf8))
  }

  @Test("may write more than a pipe holds")
  func large() throws {
    #expect(try output("head -c 1000000 /dev/zero").count == 1_000_000)
  }

  @Test("that fails is an error with its words and its status")
  func failure() throws {
    let failure = #expect(throws: Subprocess.Failure.self) { try output("echo one; exit 3") }
    #expect(failure?.status == .exited(3) && failure?.command.last == "echo one; exit 3")
  }

  @Test("ends, with what it has started, when somebody wants that", arguments: [true, false])
  func interrupted(_ readsOutput: Bool) async throws {
    let note = try home.get().path(.home) + "/note"
    let (reading, writing) = try Descriptor.pipe()
    async let interruption: Void = {
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: note) })
      _ = try? writing.writeNow([0])
    }()
    let script = "sleep 1000 & echo $! > '\(note).new'; mv '\(note).new' '\(note)'; wait"
    let outcome = await SystemThread.run {
      Result {
        try Subprocess.run(["/bin/sh", "-c", script], readsOutput: readsOutput, interruption: reading)
      }
    }
    await interruption
    #expect(throws: Subprocess.Interrupted.self) { try outcome.get() }
    let sleeper = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect(
      await Waiting.until {
        (FileManager.default.contents(atPath: "/proc/\(sleeper)/cmdline") ?? Data()).isEmpty
      })
  }
}
