import OperatingSystem
import ToolOptions

/// The log of a run of UI tests, as xcodebuild prints it.
struct LaunchLog {
  /// `-` means standard input.
  let path: String

  /// Reads the log once, from beginning to end.
  func report() throws -> LaunchReport {
    do {
      var recorder = TestRecorder()
      let file = path == "-" ? Descriptor(borrowing: 0) : try Descriptor.open(path, .reading)
      try Self.read(file) { line in if let entry = LineParser.parse(line) { recorder.add(entry) } }
      return recorder.finish()
    } catch let error as SystemError {
      throw ToolFailure.badInput(reason(of: error))
    }
  }

  /// Why the log cannot be read.
  func reason(of error: SystemError) -> String {
    let name = path == "-" ? "standard input" : "'\(path)'"
    let expected = "expected a file with the raw output of a UI-test run"
    if error.isNotFound { return "There is no log \(name): \(expected)." }
    if error.isFolder { return "\(name) is a folder: \(expected)." }
    return "The log \(name) cannot be read: \(error.reason)."
  }

  /// Reads a file or a pipe line by line, with little memory however long it or a line is: of a long line, the beginning
  /// counts.
  static func read(
    _ file: Descriptor, inPiecesOf size: Int = 1 << 16, longest: Int = 1 << 16, _ body: (String) -> Void
  ) throws {
    var line: [UInt8] = []
    func end() {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      body(String(decoding: line, as: UTF8.self))
      line = []
    }
    while true {
      try Descriptor.poll([(file, .reading)], until: nil)
      guard let piece = try file.readSome(atMost: size) else { continue }
      if piece.isEmpty { break }
      var start = 0
      while let newline = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
        line += piece[start..<newline].prefix(longest - line.count)
        end()
        start = newline + 1
      }
      line += piece[start...].prefix(longest - line.count)
    }
    if !line.isEmpty { end() }
  }
}
