#if DEBUG
import OperatingSystem

/// Lists the files that are mapped into memory, apart from code, the numbers that a driver shares with the app, and what
/// the system's libraries map.
///
/// The list of all maps is long. It is only read when the size of the address space has changed, and even that costs
/// too much to be asked for at each look. Since only growth over generations tells of a leak, the first resets need not
/// look.
struct MemoryMaps {
  private var size: Int?
  private var looks = 0

  mutating func mayHaveChanged() -> Bool {
    looks += 1
    guard looks > 1, looks % Self.interval == 1 else { return false }
    let now = Self.addressSpace
    defer { size = now }
    return now == nil || now != size
  }

  mutating func lookCloser() { (size, looks) = (nil, Self.interval) }

  private static var addressSpace: Int? {
    ProcFolder.text(of: "/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) }
  }

  private static let interval = 3

  /// Nil if the system does not list them.
  static func list() -> [Resource]? {
    guard let all = Mapping.all() else { return nil }
    let programs = Mapping.filesOfCode(in: all)
    return all.compactMap { mapping in
      let file = mapping.file
      if programs.contains(file) || file == SharedNumber.file || isOfSystem(file) { return nil }
      return Resource(
        kind: .memoryMap, name: file, sort: "files",
        identity: "\(String(mapping.addresses.lowerBound, radix: 16)) \(file)",
        judgement: .maybeKeptByLibrary)
    }
  }

  private static func isOfSystem(_ path: String) -> Bool {
    SystemFiles.contain(path) || ["/etc/", "/dev/zero"].contains(where: path.hasPrefix)
  }
}
#endif
