import Foundation

/// Finds the process that holds a file lock, as far as the system tells.
enum LockHolder {
  /// The process that holds an flock on a file, read from the system's list of locks.
  static func process(holding file: FileIdentity) -> Int32? {
    guard let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return nil }
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(file.inode)") else { continue }
      return Int32(fields[4]).flatMap { $0 > 0 ? $0 : nil }
    }
    return nil
  }
}
