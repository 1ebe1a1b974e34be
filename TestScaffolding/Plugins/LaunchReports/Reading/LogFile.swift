package import OperatingSystem

/// The log of a test run.
package struct LogFile {
  private let path: String

  /// Creates a log at the path; `-` is standard input.
  package init(path: String) { self.path = path }

  /// Reads the log once, from its beginning to its end.
  package func report() throws(LogFileError) -> LaunchReport {
    do throws(SystemError) {
      let file = path == "-" ? Descriptor(borrowing: 0) : try Descriptor.open(path, .reading)
      var recorder = TestRecorder()
      let size = try LineReader(file).forEachLine { line in
        if let entry = LineParser.parse(line) { recorder.add(entry) }
      }
      return recorder.finish(size: size)
    } catch {
      throw LogFileError(path: path, error)
    }
  }
}

/// Why a log cannot be read.
package struct LogFileError: Error, Equatable, CustomStringConvertible {
  package let path: String
  package let cause: SystemError

  package init(path: String, _ cause: SystemError) {
    self.path = path
    self.cause = cause
  }

  package var description: String {
    let name = path == "-" ? "standard input" : "'\(path)'"
    if cause.isNotFound {
      return "There is no log \(name): expected a file with the raw output of a UI-test run."
    }
    if cause.isFolder { return "\(name) is a folder: expected a file with the raw output of a UI-test run." }
    if cause.isClosed {
      return
        "There is no standard input: give a file, or run the tool itself, 'swift run LaunchReportTool -'."
    }
    return "The log \(name) \(cause.isDenied ? "may not" : "cannot") be read: \(cause.reason)."
  }
}
