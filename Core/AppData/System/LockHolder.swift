import Foundation
import OperatingSystem

/// Finds the process that holds a file lock, as far as the system tells.
enum LockHolder {
  /// The process that holds an flock on a file, read from the system's list of locks.
  ///
  /// The system hands the list out in pieces, and locks that others let go of in between move the rest along: a
  /// lock that is held all the time can slip through. It is looked for until it is seen, a bounded number of times.
  static func process(holding file: FileIdentity) -> Int32? {
    for _ in 0..<Self.looks {
      guard let table = table() else { return nil }
      if let line = line(of: file, in: table) { return holder(in: line) }
    }
    return nil
  }

  private static let looks = 100

  /// The whole list: it has no size that could be asked for, so it is read to its end, piece by piece.
  private static func table() -> String? {
    guard let file = FileHandle(forReadingAtPath: "/proc/locks") else { return nil }
    defer { try? file.close() }
    var bytes = Data()
    while let piece = try? file.read(upToCount: 65536), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func line(of file: FileIdentity, in table: String) -> [Substring]? {
    table.split(separator: "\n").lazy.map { $0.split(separator: " ") }.first { fields in
      fields.count > 5 && fields[1] == "FLOCK" && fields[5].hasSuffix(":\(file.inode)")
    }
  }

  private static func holder(in line: [Substring]) -> Int32? {
    Int32(line[4]).flatMap { $0 > 0 ? $0 : nil }
  }
}
