import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("An app that hangs and writes where")
struct BusyThreadTests {
  /// Does at a trap what the words say, and then has one backtracer after the other, so that one is seen.
  private static func script(_ words: String) -> String {
    """
    pause() { count=0; while [ $count -lt 9999 ]; do count=$((count + 1)); done; }
    trap '\(words); : > mark; while :; do ./swift-backtrace; pause; done' TRAP
    echo ready
    sleep 1000 &
    wait
    """
  }

  @Test(
    "has written it when its backtracer has ended, whatever else its thread has started",
    arguments: [":", "kill $!; for number in 1 2 3 4 5 6 7 8 9; do sleep 0.02; pause; done"])
  func helper(words: String) async throws {
    try await OwnThread.run {
      let folder = try TestFolder()
      try folder.write("#!/bin/sh\nsleep 0.02\n:\n", to: "swift-backtrace", executable: true)
      let (reading, writing) = try Descriptor.pipe()
      let process = try Spawn(
        "/bin/sh", ["-c", Self.script(words)], environment: ["PATH": "/usr/bin:/bin"], folder: folder.path,
        descriptors: [1: writing]
      ).start()
      #expect(try reading.readSome() == Array("ready\n".utf8))
      let deadline = Deadline(in: .patience)
      process.trapBusyThread(until: deadline)
      #expect(deadline.remaining > .zero)
      #expect(folder.contents.contains("mark"))
      process.signal(.kill)
      #expect(process.waitForExit(until: nil) == .signalled(SIGKILL))
    }
  }
}
