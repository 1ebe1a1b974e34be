#if DEBUG
import Glibc
import OperatingSystem

/// Reads what Linux reports about processes.
package enum ProcFolder {
  /// The names in a folder, without `.` and `..`; nil if it cannot be read.
  package static func names(in path: String) -> [String]? {
    (try? Descriptor.folder(atPath: path).entries())?.map { "\($0.name)" }
  }

  package static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, .reading).readSome(atMost: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What the threads with this folder, or the process, are called.
  package static func name(in folder: String) -> String? {
    text(of: folder + "/comm").map { String($0.prefix { $0 != "\n" }) }
  }

  /// All bytes of a file, however long it is; none if it cannot be read.
  package static func bytes(of path: String) -> [UInt8] { (try? Descriptor.contents(ofFile: path)) ?? [] }

  /// What the link at a path leads to.
  static func target(ofLink path: String) -> String? {
    var room = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &room, room.count)
    return count > 0 ? String(decoding: room.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
#endif
