import OperatingSystem
import Processes

/// A tool that runs, and the lines that it prints.
struct RunningTool {
  private let process: RunningProcess
  private var lines: LineFollower
  /// Others may keep the output open for longer than the tool lives.
  private var lastWait: Deadline?
  /// Whether it has ended, and all that it printed was handed over.
  private(set) var isOver = false

  /// - Parameter onTerminal: Whether it prints to a terminal of its own: into a pipe, tools write in large pieces, and
  ///   what they have not yet written is lost in a crash.
  /// - Parameter errors: Where it writes its errors, if not to where it prints.
  init(
    _ words: [String], environment: [String: String], folder: String, onTerminal: Bool,
    errors: Descriptor? = nil
  ) throws {
    // Without room for threads, it would wait for them without an end.
    try ThisProcess.requireRoom()
    let (reading, writing) = try onTerminal ? Self.terminal() : Descriptor.pipe()
    try reading.makeNonBlocking()
    process = try Spawn(
      words, environment: environment, folder: folder,
      descriptors: [1: writing, 2: errors ?? writing]
    ).start()
    writing.close()
    lines = LineFollower(reading)
  }

  /// How it ended.
  var status: ExitStatus { process.waitForExit(until: nil) ?? .lost }

  /// The lines that have come.
  mutating func newLines() throws -> [String] {
    let isEnded = !process.isRunning
    var texts = try lines.newLines().map(Self.text)
    guard isEnded else { return texts }
    let lastWait = self.lastWait ?? Deadline(in: .milliseconds(500))
    self.lastWait = lastWait
    if lines.isOver || lastWait.hasPassed {
      isOver = true
      texts += lastLine
    }
    return texts
  }

  /// Waits for some time until one of the tools prints or ends, or something else can be read. Returns true if it is the
  /// interruption that came.
  static func wait(
    for tools: [RunningTool], or others: [Descriptor] = [], interruption: Descriptor?
  ) throws(SystemError) -> Bool {
    let wanted = tools.filter { !$0.lines.isOver }.map(\.lines.descriptor) + others
    // What has closed its output is about to end.
    let isEnding = tools.contains { $0.lines.isOver }
    let ready = try Descriptor.poll(
      (wanted + [interruption].compactMap(\.self)).map { ($0, .reading) },
      until: Deadline(in: .milliseconds(isEnding ? 2 : 100)))
    return interruption != nil && ready.last?.isEmpty == false
  }

  /// Ends it, and returns what it still printed.
  mutating func end() throws -> [String] {
    process.endSoon()
    isOver = true
    return try lines.newLines().map(Self.text) + lastLine
  }

  private var lastLine: [String] { lines.rest.isEmpty ? [] : [Self.text(lines.rest[...])] }

  /// A terminal ends lines with a carriage return, too.
  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private static func terminal() throws -> (reading: Descriptor, writing: Descriptor) {
    let device = try PseudoTerminalDevice(columns: 200, rows: 50)
    return (device.master, device.slave)
  }
}
