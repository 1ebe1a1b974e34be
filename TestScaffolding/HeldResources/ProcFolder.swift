#if DEBUG
import Foundation
import Glibc
import OperatingSystem

/// Reads what Linux reports about processes. Everything is empty on a system without `/proc`.
enum ProcFolder {
  /// The names in a folder, without `.` and `..`.
  static func names(in path: String) -> [String] {
    let entries = try? Descriptor.folder(atPath: path).entries()
    return entries?.map { "\($0.name)" } ?? []
  }

  static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, .reading).readSome(atMost: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All bytes of a file, however long it is.
  static func bytes(of path: String) -> [UInt8] {
    guard let descriptor = try? Descriptor.open(path, .reading) else { return [] }
    var all: [UInt8] = []
    while let more = try? descriptor.readSome(), !more.isEmpty { all += more }
    return all
  }

  static func target(ofLink name: FileName, in folder: Descriptor) -> String? {
    (try? folder.target(ofLink: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the link at a path leads to.
  static func target(ofLink path: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &room, room.count)
    return count > 0 ? String(decoding: room.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// The files whose code this process runs.
  static func filesOfCode() -> Set<String> {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    return Set(
      maps.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[1].contains("x") else { return nil }
        let path = fields[5].drop { $0 == " " }
        return path.first == "/" ? String(path) : nil
      })
  }

  /// The program or library that an address of code belongs to, and where it is in that file: `in SampleShop at 3f2a10`.
  static func place(ofCode address: UInt) -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return nil }
    for line in maps.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5)
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields.count == 6, ends.count == 2, (ends[0]..<ends[1]).contains(address),
        let offset = UInt(fields[2], radix: 16), let file = fields[5].split(separator: "/").last
      else { continue }
      return "in \(file) at \(String(address - ends[0] + offset, radix: 16))"
    }
    return nil
  }

  /// The fields of a `stat` file that follow the name in parentheses; the name itself may contain any character.
  static func fields(ofStat path: String) -> [Substring] {
    guard let text = text(of: path), let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
#endif
