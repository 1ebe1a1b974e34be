import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

/// Enough for the programs of these tests, which touch no files.
let plainEnvironment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]

/// Starts a shell script.
func shell(_ script: String) throws -> ChildProcess {
  try ChildProcess("/bin/sh", ["-c", script], environment: plainEnvironment)
}

@Suite struct ChildProcessTests {
  @Test("What goes in through one pipe comes out through the other")
  func cat() async throws {
    let outcome = try await ChildProcess.run(
      "/bin/cat", environment: plainEnvironment, standardInput: "häll\no")
    #expect(outcome.status == .exited(0))
    #expect(outcome.standardOutput.text == "häll\no")
    #expect(outcome.standardError.bytes == [])
  }

  @Test("Exit code, both outputs, arguments, environment and working directory are the child's own")
  func everythingPassed() async throws {
    let home = try TemporaryHome()
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", "pwd; echo \"$1,$X\"; echo bad >&2; exit 3", "sh", "a b"],
      environment: ["X": "y=z"], workingDirectory: home.path(.data))
    #expect(outcome.status == .exited(3))
    #expect(outcome.standardOutput.text == "\(home.path(.data))\na b,y=z\n")
    #expect(outcome.standardError.text == "bad\n")
  }

  @Test("The environment is exactly the one given")
  func exactEnvironment() async throws {
    let outcome = try await ChildProcess.run("/usr/bin/env", environment: ["A": "1", "B": ""])
    #expect(outcome.standardOutput.text == "A=1\nB=\n")
  }

  @Test("The child has no descriptors but the standard ones, even if the test process lets one through")
  func noInheritedDescriptors() async throws {
    let inheritable = fcntl(STDOUT_FILENO, F_DUPFD, 50)
    defer { close(inheritable) }
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", "cd /proc/$$/fd; echo *"], environment: plainEnvironment)
    let numbers = outcome.standardOutput.text.split { " \n".contains($0) }
    #expect(Set(numbers).isSubset(of: ["0", "1", "2", "3"]))  // The shell lists its folder through 3.
  }

  @Test("Megabytes through all pipes at once arrive whole")
  func bigStreams() async throws {
    let size = 4 << 20
    let process = try shell("tee /dev/stderr")
    process.send([UInt8](repeating: 0x61, count: size))
    process.send("end")
    process.closeInput()
    #expect(try await process.waitForExit() == .exited(0))
    #expect(process.standardOutput.bytes.count == size + 3)
    #expect(process.standardOutput.text.hasSuffix("aend"))
    #expect(process.standardError == process.standardOutput)
  }

  @Test("Output beyond the limit is read but not kept")
  func limitedOutput() async throws {
    let outcome = try await ChildProcess.run(
      "/usr/bin/head", ["-c", "1000000", "/dev/zero"], environment: plainEnvironment, outputLimit: 1000)
    #expect(outcome.status == .exited(0))
    #expect(outcome.standardOutput.bytes.count == 1000)
    #expect(outcome.standardOutput.droppedCount == 999_000)
  }

  @Test("A child that closes its input early does no harm")
  func closedInput() async throws {
    let process = try shell("read x; exec <&-; echo done; exec sleep 1000")
    process.send("\n" + String(repeating: "x", count: 1 << 20))
    try await process.waitForOutput { $0 == "done\n" }
    process.terminate()
    #expect(try await process.waitForExit() == .signalled(SIGTERM))
  }

  @Test("A conversation takes turns")
  func conversation() async throws {
    let process = try ChildProcess("/bin/cat", environment: plainEnvironment)
    process.send("one\n")
    try await process.waitForOutput { $0 == "one\n" }
    #expect(process.exitStatus == nil)
    process.send("two\n")
    try await process.waitForOutput { $0 == "one\ntwo\n" }
    process.closeInput()
    #expect(try await process.waitForExit() == .exited(0))
  }

  @Test("A signal ends a child, and later ones do nothing", arguments: [SIGTERM, SIGKILL])
  func signals(_ signal: Int32) async throws {
    let process = try ChildProcess("/bin/sleep", ["1000"], environment: plainEnvironment)
    process.terminate(signal)
    #expect(try await process.waitForExit() == .signalled(signal))
    process.terminate(signal)
  }

  @Test("A child that catches the signal ends as it likes")
  func caughtSignal() async throws {
    let process = try shell("trap 'echo caught; exit 7' TERM; echo ready; read x; exit 1")
    try await process.waitForOutput { $0 == "ready\n" }
    process.terminate()
    process.closeInput()
    #expect(try await process.waitForExit() == .exited(7))
    #expect(process.standardOutput.text == "ready\ncaught\n")
  }

  @Test("A child starts with no signal blocked, whatever the thread that starts it has blocked")
  func unblockedSignals() async throws {
    let process = try startedWithTerminationBlocked()
    #expect(try await process.waitForExit() == .signalled(SIGTERM))
  }

  private func startedWithTerminationBlocked() throws -> ChildProcess {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &blocked, nil) }
    return try shell("kill -TERM $$; exit 1")
  }

  @Test("What a child leaves running in the background ends with it and delays nothing")
  func backgroundProcesses() async throws {
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", "sleep 1000 & echo $!"], environment: plainEnvironment)
    #expect(outcome.status == .exited(0))
    let background = try #require(Int32(outcome.standardOutput.text.dropLast()))
    #expect(waitUntilGone(background))
  }

  @Test("A missing executable is an error that names it")
  func missingExecutable() {
    let error = #expect(throws: SystemError.self) {
      try ChildProcess("/nowhere/at-all", environment: [:])
    }
    #expect(error?.description == "start /nowhere/at-all failed: No such file or directory")
  }
}
