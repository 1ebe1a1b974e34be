import OperatingSystem
import Processes

/// Runs `swift`, in a process group of its own.
struct SwiftTool {
  let folder: String
  let environment: [String: String]
  /// Becomes readable when somebody wants the end.
  let interruption: Descriptor?

  enum End: Equatable {
    case ended(ExitStatus)
    case interrupted

    var isSuccess: Bool { self == .ended(.exited(0)) }
  }

  /// Hands over each line that the tool prints, and calls `tick` some times a second.
  ///
  /// - Parameter onTerminal: Whether it prints to a terminal of its own: into a pipe, `swift test` passes on what tests
  ///   print only in large pieces.
  func run(
    _ words: [String], onTerminal: Bool = false, line: (String) -> Void, tick: () -> Void = {}
  ) throws -> End {
    let (reading, writing) = try onTerminal ? Self.terminal() : Descriptor.pipe()
    try reading.makeNonBlocking()
    let process = try Spawn(
      "/usr/bin/env", ["swift"] + words, environment: environment, folder: folder,
      descriptors: [1: writing, 2: writing]
    ).start()
    writing.close()
    var lines = LineFollower(reading)
    /// Others may keep the output open for longer than the tool lives.
    var lastWait: Deadline?
    while process.isRunning || !lines.isOver && lastWait?.hasPassed != true {
      if !process.isRunning, lastWait == nil { lastWait = Deadline(in: .milliseconds(500)) }
      var wanted: [(Descriptor, Readiness)] = lines.isOver ? [] : [(reading, .reading)]
      if let interruption { wanted.append((interruption, .reading)) }
      let ready = try Descriptor.poll(wanted, until: Deadline(in: .milliseconds(100)))
      if interruption != nil, ready.last?.isEmpty == false {
        end(process)
        for text in try lines.newLines() + lines.lastLine() { line(text) }
        tick()
        return .interrupted
      }
      for text in try lines.newLines() { line(text) }
      tick()
    }
    for text in lines.lastLine() { line(text) }
    tick()
    return .ended(process.waitForExit(until: nil) ?? .lost)
  }

  private static func terminal() throws -> (reading: Descriptor, writing: Descriptor) {
    let device = try PseudoTerminalDevice(columns: 200, rows: 50)
    return (device.master, device.slave)
  }

  /// `swift test` ends its tests, which have groups of their own, when it is interrupted; it gets some seconds for that.
  private func end(_ process: RunningProcess) {
    process.signal(.interrupt)
    if process.waitForExit(until: Deadline(in: .seconds(5))) == nil { process.signal(.kill) }
    _ = process.waitForExit(until: nil)
  }
}
