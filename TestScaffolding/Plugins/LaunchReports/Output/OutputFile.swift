#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is written in one go.
enum OutputFile {
  /// Why the file was not written.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String {
      let reason = "'\(path)' cannot be written: \(String(cString: strerror(code)))."
      guard code == EPERM || code == EACCES else { return reason }
      return reason + " A plugin writes only where it is allowed to: "
        + "'swift package --allow-writing-to-directory FOLDER launch-report ...'."
    }
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(path: path, code: errno) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(path: path, code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
