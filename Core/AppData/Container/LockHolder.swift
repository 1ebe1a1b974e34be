import Foundation
import OperatingSystem

/// Finds the process that holds a file lock, as far as the system tells.
enum LockHolder {
  /// The process that holds an flock on a file, read from the system's list of locks.
  ///
  /// The system hands the list out in pieces, and locks that others let go of in between move the rest along: a
  /// lock that is held all the time can slip through. It is looked for until it is seen, a bounded number of times.
  static func process(holding file: FileIdentity) -> Int32? {
    for _ in 0..<100 {
      // It has no size that could be asked for, and a piece of it may be short: only an empty one is the end.
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
