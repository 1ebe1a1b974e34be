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
      let locks = locks(on: file.inode, in: String(decoding: table, as: UTF8.self))
      // Other file systems may have a file of the same number. Some name another device here than to those who ask for
      // a file's status.
      let prefix = device(of: file) + ":"
      if let lock = locks.first(where: { $0.file.hasPrefix(prefix) }) ?? locks.first {
        return lock.process > 0 ? lock.process : nil
      }
    }
    return nil
  }

  /// The locks on files of the number, each with its file as the list writes it: `08:01:42`.
  private static func locks(on inode: UInt64, in table: String) -> [(process: Int32, file: Substring)] {
    let end = ":\(inode)"
    return table.split(separator: "\n").compactMap {
      (line: Substring) -> (process: Int32, file: Substring)? in
      let words: [Substring] = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(end) else { return nil }
      return (Int32(words[4]) ?? 0, words[5])
    }
  }

  /// The device as the list writes it: `08:01`.
  private static func device(of file: FileIdentity) -> String {
    let minor = file.device & 0xFF | file.device >> 12 & 0xFFF00
    return [file.device >> 8 & 0xFFF, minor].map { String($0 < 16 ? "0" : "") + String($0, radix: 16) }
      .joined(separator: ":")
  }
}
