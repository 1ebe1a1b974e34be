#if DEBUG
import Glibc

/// Reads what Linux tells of this process; everything is empty where the system has no `/proc`.
enum ProcFolder {
  /// The names in a folder, but for the two that every folder has.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    let own = path == "/proc/self/fd" ? "\(dirfd(folder))" : nil
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != "..", name != own { names.append(name) }
    }
    return names
  }

  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes {
      $0.withMemoryRebound(to: CChar.self) { room in
        room.baseAddress.map { readlink(path, $0, room.count) } ?? -1
      }
    }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// The fields of a task's or process's `stat` after its name, which may hold anything.
  static func fields(ofStat path: String) -> [Substring] {
    guard let text = text(of: path), let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
#endif
