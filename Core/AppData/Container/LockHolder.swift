import Foundation
import OperatingSystem

/// Finds the process that holds a file lock, if the system tells.
enum LockHolder {
  /// Returns the process that holds an flock on the file, read from the system's list of locks.
  ///
  /// The system returns the list in pieces. If another lock is released between two pieces, the rest of the list
  /// moves up, and a lock that is held all the time can be missed. So the list is read again, a fixed number of
  /// times.
  static func process(holding file: FileIdentity) -> Int32? {
    for _ in 0..<100 {
      // The list has no size to ask for, and a piece of it may be short; only an empty piece is the end.
      guard let table = try? Descriptor.open("/proc/locks", .reading).readAll(expecting: 65_536) else {
        return nil
      }
      for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(file.inode)") else { continue }
        return Int32(fields[4]).flatMap { $0 > 0 ? $0 : nil }
      }
    }
    return nil
  }
}
