import OperatingSystem
import Processes

/// Runs `swift`, in a process group of its own.
struct SwiftTool {
  let folder: String
  let environment: [String: String]
  /// Becomes readable when somebody wants the end.
  let interruption: Descriptor?

  enum End: Equatable {
    case ended(Processes.ExitStatus)
    case interrupted

    var isSuccess: Bool { self == .ended(.exited(0)) }
  }

  /// Hands over each line that the tool prints, and calls `tick` at least some times a second.
  func run(
    _ words: [String], line: (String) -> Void, tick: () -> Void = {}
  ) throws(SystemError) -> End {
    let (reading, writing) = try Descriptor.pipe()
    try reading.makeNonBlocking()
    let process = try Spawn(
      "/usr/bin/env", ["swift"] + words, environment: environment, folder: folder,
      descriptors: [1: writing, 2: writing]
    ).start()
    writing.close()
    var lines = LineFollower(reading)
    var isOpen = true
    // Others may hold the pipe open for longer than the tool lives.
    while process.isRunning {
      let wanted = (isOpen ? [(reading, Readiness.reading)] : []) + [interruption].compactMap { $0.map { ($0, .reading) } }
      let ready = try Descriptor.poll(wanted, until: Deadline(in: .milliseconds(100)))
      if interruption != nil, ready.last?.isEmpty == false {
        end(process)
        for text in try lines.newLines() + lines.lastLine() { line(text) }
        return .interrupted
      }
      if isOpen, ready[0].contains(.over), !ready[0].contains(.reading) { isOpen = false }
      for text in try lines.newLines() { line(text) }
      tick()
    }
    for text in try lines.newLines() + lines.lastLine() { line(text) }
    tick()
    return .ended(process.waitForExit(until: nil) ?? .lost)
  }

  /// `swift test` ends its tests, which have groups of their own, when it is interrupted; it gets some seconds for that.
  private func end(_ process: RunningProcess) {
    process.signal(.interrupt)
    if process.waitForExit(until: Deadline(in: .seconds(5))) == nil { process.signal(.kill) }
    _ = process.waitForExit(until: nil)
  }
}
