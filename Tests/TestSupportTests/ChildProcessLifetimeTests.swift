import Foundation
import Glibc
import Processes
import TestSupport
import Testing

/// Blocks until a process, of whichever parent, has ended; false when it has not within ten seconds.
func waitUntilGone(_ process: Int32) -> Bool {
  typealias SystemCall = @convention(c) (Int, Int, Int) -> Int
  let pidfdOpen = 434
  guard let address = dlsym(nil, "syscall") else { return false }
  let descriptor = Int32(unsafeBitCast(address, to: SystemCall.self)(pidfdOpen, Int(process), 0))
  guard descriptor >= 0 else { return errno == ESRCH }
  defer { close(descriptor) }
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&polled, 1, 10_000) == 1
}

/// Tells whether a process exists, be it as a zombie.
func exists(_ process: Int32) -> Bool { kill(process, 0) == 0 }

/// What the open descriptors of this process point to.
func openFiles() throws -> [String] {
  let files = FileManager.default
  return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
    try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
  }
}

@Suite struct ChildProcessLifetimeTests {
  @Test("A wait that takes too long says so, where, and what the child had written")
  func timeout() async throws {
    let process = try shell("echo out; echo err >&2; exec sleep 1000")
    try await process.waitForOutput { $0 == "out\n" }
    let error = await #expect(throws: WaitError.self) {
      try await process.waitForExit(timeout: .milliseconds(20), file: "Here.swift", line: 7)
    }
    #expect(error?.reason == .timedOut(after: .milliseconds(20)))
    #expect(error?.description.hasPrefix("Here.swift:7: Waited 0.02 seconds in vain for its end.") == true)
    #expect(error?.evidence.contains("standard output: out\n") == true)
    #expect(process.exitStatus == nil)
  }

  @Test("A run that takes too long is killed")
  func runTimeout() async throws {
    let error = await #expect(throws: WaitError.self) {
      try await ChildProcess.run(
        "/bin/sleep", ["1000"], environment: plainEnvironment, timeout: .milliseconds(20))
    }
    #expect(error?.reason == .timedOut(after: .milliseconds(20)))
    let process = try #require(error?.evidence.firstMatch(of: /^Process (\d+), \/bin\/sleep/)?.1)
    #expect(!exists(try #require(Int32(process))))
  }

  @Test("A wait for output ends when the child ends without it")
  func outputThatNeverComes() async throws {
    let process = try shell("echo almost; exit 4")
    let error = await #expect(throws: WaitError.self) { try await process.waitForOutput { $0 == "all" } }
    #expect(error?.reason == .ended(.exited(4)))
    #expect(error?.description.contains("ended with exit code 4 before the expected output") == true)
  }

  @Test("A forgotten child is killed and reaped, with its own children")
  func forgotten() async throws {
    var process: ChildProcess? = try shell("sleep 1000 & echo $!; exec sleep 1000")
    try await process?.waitForOutput { $0.hasSuffix("\n") }
    let parent = try #require(process?.processID)
    let child = try #require(process.flatMap { Int32($0.standardOutput.text.dropLast()) })
    #expect(exists(parent))
    #expect(exists(child))
    process = nil
    #expect(!exists(parent))
    #expect(waitUntilGone(child))
  }

  @Test("An ended child leaves no descriptor open")
  func descriptors() async throws {
    var process: ChildProcess? = try shell("readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2; read x")
    try await process?.waitForOutput { $0.count { $0 == "\n" } == 3 }
    let pipes = Set(process?.standardOutput.text.split(separator: "\n").map(String.init) ?? [])
    #expect(pipes.count == 3)
    #expect(pipes.isSubset(of: try openFiles()))
    process?.closeInput()
    #expect(try await process?.waitForExit() == .exited(1))
    #expect(pipes.isDisjoint(with: try openFiles()))
    process = nil
  }

  @Test("A grandchild that left the group and keeps the pipe does not delay the end")
  func escapedGrandchild() async throws {
    let process = try shell("setsid sh -c 'echo $$; exec sleep 1000' & read x")
    try await process.waitForOutput { $0.hasSuffix("\n") }
    let escaped = try #require(Int32(process.standardOutput.text.dropLast()))
    defer { kill(escaped, SIGKILL) }
    process.closeInput()
    #expect(try await process.waitForExit() == .exited(1))
    #expect(exists(escaped))
  }

  @Test("Many children at once neither block one another nor mix up their output")
  func manyAtOnce() async throws {
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<40 {
        group.addTask {
          let outcome = try await ChildProcess.run(
            "/bin/cat", environment: plainEnvironment, standardInput: "\(number)")
          return (number, outcome.standardOutput.text)
        }
      }
      for try await (number, text) in group { #expect(text == "\(number)") }
    }
  }
}
