import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("The process of an app")
struct AppProcessTests {
  private func spawn(_ script: String, logCapacity: Int = 1000) throws -> AppProcess {
    var settings = AppSettings()
    settings.logCapacity = logCapacity
    return try AppProcess(
      Spawn("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], folder: "/"),
      settings: settings)
  }

  /// Waits until the script has written its line to the ready descriptor, and returns the line.
  private func line(_ process: AppProcess) throws -> String {
    #expect(try !Descriptor.poll([(process.ready, .reading)], until: Deadline(in: .patience))[0].isEmpty)
    return String(decoding: try process.ready.readSome() ?? [], as: UTF8.self).trimmingSuffix("\n")
  }

  private func isGone(_ pid: Int32) -> Bool { kill(pid, 0) == -1 && errno == ESRCH }

  @Test("inherits the three descriptors and no other, and its input is empty")
  func descriptors() throws {
    let process = try spawn("cat; exec ls /proc/self/fd")
    #expect(process.waitForExit(until: Deadline(in: .patience)) == .exited(0))
    // Descriptor 6 is the one by which `ls` reads the folder.
    #expect(process.output.text == "0\n1\n2\n3\n4\n5\n6\n")
  }

  @Test("keeps the last part of an endless output, in bounded memory")
  func bigOutput() throws {
    let process = try spawn("head -c 200000000 /dev/zero | tr '\\0' x; echo; echo the end")
    #expect(process.waitForExit(until: Deadline(in: .patience)) == .exited(0))
    let text = process.output.text
    #expect(text.hasPrefix("[199999009 earlier bytes dropped]\nxxx"))
    #expect(text.hasSuffix("xxx\nthe end\n"))
  }

  @Test("is ended although it ignores SIGTERM")
  func ignoresTermination() throws {
    let process = try spawn("trap '' TERM; echo ready >&3; while :; do sleep 1000; done")
    #expect(try line(process) == "ready")
    #expect(process.end(termination: .milliseconds(50)) == .signalled(SIGKILL))
    #expect(isGone(process.pid))
  }

  @Test("ends by SIGTERM when that suffices")
  func termination() throws {
    let process = try spawn("echo ready >&3; exec sleep 1000")
    #expect(try line(process) == "ready")
    #expect(process.end(termination: .patience) == .signalled(SIGTERM))
  }

  @Test("takes the children that it left behind with it")
  func leftChild() throws {
    let process = try spawn("sleep 1000 & echo $! >&3; exit 0")
    let child = try #require(Int32(line(process)))
    let handle = try RunningProcess.handle(of: child)
    #expect(process.waitForExit(until: Deadline(in: .patience)) == .exited(0))
    #expect(try !Descriptor.poll([(handle, .reading)], until: Deadline(in: .patience))[0].isEmpty)
  }

  @Test("reads the end of its lifeline when it is let go")
  func lifeline() throws {
    let process = try spawn("read line <&4; exit 7")
    process.letGo()
    #expect(process.waitForExit(until: Deadline(in: .patience)) == .exited(7))
  }

  @Test("ends with the object that stands for it")
  func forgotten() throws {
    var process: AppProcess? = try spawn("exec sleep 1000")
    let pid = try #require(process?.pid)
    process = nil
    #expect(isGone(pid))
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
