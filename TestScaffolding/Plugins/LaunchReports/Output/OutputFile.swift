import OperatingSystem

/// A file that is written in one go.
enum OutputFile {
  /// Why the file was not written.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let cause: SystemError

    var description: String {
      let reason = "'\(path)' cannot be written: \(cause.reason)."
      guard cause.isDenied else { return reason }
      return reason + " A plugin writes only where it is allowed to: "
        + "'swift package --allow-writing-to-directory FOLDER launch-report ...'."
    }
  }

  static func write(_ text: String, to path: String) throws(Failure) {
    do throws(SystemError) {
      try Descriptor.open(path, .replacing).writeAll(Array(text.utf8))
    } catch {
      throw Failure(path: path, cause: error)
    }
  }
}
