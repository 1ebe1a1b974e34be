import OperatingSystem

/// The log of a run of UI tests, as xcodebuild prints it.
struct LaunchLog {
  private let path: String

  /// Creates a log at the path; `-` means standard input.
  init(path: String) { self.path = path }

  /// Reads the log once, from beginning to end.
  func report() throws(LaunchLogError) -> LaunchReport {
    do throws(SystemError) {
      let file = path == "-" ? Descriptor(borrowing: 0) : try Descriptor.open(path, .reading)
      var recorder = TestRecorder()
      try LineReader(file).forEachLine { line in
        if let entry = LineParser.parse(line) { recorder.add(entry) }
      }
      return recorder.finish()
    } catch {
      throw LaunchLogError(path: path, error)
    }
  }
}

/// Why a log cannot be read.
struct LaunchLogError: FailureWithStatus, Equatable, CustomStringConvertible {
  let path: String
  let cause: SystemError
  var status: Int32 { Status.badInput }

  init(path: String, _ cause: SystemError) {
    self.path = path
    self.cause = cause
  }

  var description: String {
    let name = path == "-" ? "standard input" : "'\(path)'"
    if cause.isNotFound {
      return "There is no log \(name): expected a file with the raw output of a UI-test run."
    }
    if cause.isFolder { return "\(name) is a folder: expected a file with the raw output of a UI-test run." }
    if cause.isClosed { return "There is no standard input." }
    return "The log \(name) \(cause.isDenied ? "may not" : "cannot") be read: \(cause.reason)."
  }
}

/// Reads a file line by line, with constant memory however long the file or a line is.
struct LineReader {
  private let file: Descriptor
  private let capacity: Int

  /// Creates a reader of an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - capacity: The size of the buffer in bytes. A longer line is cut off there.
  init(_ file: Descriptor, capacity: Int = 1 << 18) {
    precondition(capacity > 0, "a line needs room")
    self.file = file
    self.capacity = capacity
  }

  /// Calls the body with each line, without its line end.
  func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var held = 0
    var isInsideLongLine = false
    while true {
      let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      if count == 0 { break }
      let end = held + count
      var start = 0
      let text = UnsafeRawBufferPointer(rebasing: buffer[..<end])
      while let newline = text.firstPlace(of: 10, from: start) {
        if isInsideLongLine {
          isInsideLongLine = false
        } else {
          body(Self.line(buffer, from: start, to: newline))
        }
        start = newline + 1
      }
      held = end - start
      if isInsideLongLine {
        held = 0
      } else if held == capacity {
        body(Self.line(buffer, from: 0, to: capacity))
        isInsideLongLine = true
        held = 0
      } else if held > 0, start > 0, let base = buffer.baseAddress {
        base.copyMemory(from: base + start, byteCount: held)
      }
    }
    if held > 0 { body(Self.line(buffer, from: 0, to: held)) }
  }

  private static func line(
    _ buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int
  ) -> UnsafeRawBufferPointer {
    let end = end > start && buffer[end - 1] == 13 ? end - 1 : end
    return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
  }
}
