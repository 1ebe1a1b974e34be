#if DEBUG
import OperatingSystem

/// Reads what Linux tells of this process; everything is empty where the system has no `/proc`.
enum ProcFolder {
  /// The names in a folder, but for the two that every folder has.
  static func names(in path: String) -> [String] {
    let entries = try? Descriptor.folder(atPath: path).entries()
    return entries?.map { "\($0.name)" } ?? []
  }

  static func text(of path: String) -> String? {
    guard let bytes = try? Descriptor.open(path, .reading).readSome(atMost: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func target(ofLink name: FileName, in folder: Descriptor) -> String? {
    (try? folder.target(ofLink: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The fields of a task's or process's `stat` after its name, which may hold anything.
  static func fields(ofStat path: String) -> [Substring] {
    guard let text = text(of: path), let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
#endif
