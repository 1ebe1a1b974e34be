import Foundation
import Glibc
import Processes
import Testing

@Suite("Another program")
struct SubprocessTests {
  private func output(_ script: String) throws -> Data {
    try Subprocess.run(["/bin/sh", "-c", script], readsOutput: true)
  }

  @Test("is read to its end, and no longer, whatever it has left that holds its output")
  func leftBehind() throws {
    #expect(try output("sleep 1000 & echo one") == Data("one\n".utf8))
    let number = String(decoding: try output("setsid sleep 1000 & echo $!"), as: UTF8.self)
    let left = try #require(Int32(number.dropLast()))
    #expect(kill(left, SIGKILL) == 0, "it has left this process alone")
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
}
