#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The log of a test run.
package struct LogFile {
  private let path: String

  /// Creates a log at the path; `-` is standard input.
  package init(path: String) { self.path = path }

  /// Reads the log once, from its beginning to its end.
  package func report() throws(LogFileError) -> LaunchReport {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LogFileError(path: path, code: errno) }
    defer { if path != "-" { close(descriptor) } }
    var recorder = TestRecorder()
    do {
      let size = try LineReader(descriptor: descriptor).forEachLine { line in
        if let entry = LineParser.parse(line) { recorder.add(entry) }
      }
      return recorder.finish(size: size)
    } catch {
      throw LogFileError(path: path, code: error.code)
    }
  }
}

/// Why a log cannot be read.
package struct LogFileError: Error, Equatable, CustomStringConvertible {
  package let path: String
  package let code: Int32

  package var description: String {
    let name = path == "-" ? "standard input" : "'\(path)'"
    return switch code {
    case ENOENT: "There is no log \(name): expected a file with the raw output of a UI-test run."
    case EISDIR: "\(name) is a folder: expected a file with the raw output of a UI-test run."
    case EACCES, EPERM: "The log \(name) may not be read: \(String(cString: strerror(code)))."
    case EBADF:
      "There is no standard input: give a file, or run the tool itself, 'swift run LaunchReportTool -'."
    default: "The log \(name) cannot be read: \(String(cString: strerror(code)))."
    }
  }
}
