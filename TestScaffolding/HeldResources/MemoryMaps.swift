#if DEBUG
import OperatingSystem

/// Lists the files that are mapped into memory, apart from code and what the system's libraries map.
///
/// The list of all maps is long. It is only read when the size of the address space has changed, and even that costs
/// too much to be asked for at each look.
struct MemoryMaps {
  private var size: Int?
  private var looks = 0

  mutating func mayHaveChanged() -> Bool {
    looks += 1
    guard looks % Self.interval == 1 else { return false }
    let now = Self.addressSpace
    defer { size = now }
    return now != size
  }

  private static var addressSpace: Int? {
    ProcFolder.text(of: "/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) }
  }

  private static let interval = 3

  static func list() -> [Resource] {
    let lines = ProcFolder.bytes(of: "/proc/self/maps").split(separator: UInt8(ascii: "\n"))
    // address, permissions, offset, device, inode, path
    let maps = lines.compactMap { line -> (address: Substring, permissions: Substring, path: Substring)? in
      guard line.contains(UInt8(ascii: "/")) else { return nil }
      let fields = String(decoding: line, as: UTF8.self)
        .split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6 else { return nil }
      return (fields[0], fields[1], fields[5].drop { $0 == " " })
    }
    let programs = Set(maps.filter { $0.permissions.contains("x") }.map(\.path))
    return maps.compactMap { map in
      guard map.path.hasPrefix("/"), !programs.contains(map.path), !isOfSystem(map.path) else { return nil }
      return Resource(
        kind: .memoryMap, name: String(map.path), sort: "files",
        identity: "\(map.address.prefix { $0 != "-" }) \(map.path)",
        judgement: .maybeKeptByLibrary)
    }
  }

  private static func isOfSystem(_ path: Substring) -> Bool {
    ["/usr/", "/lib", "/etc/", "/opt/", "/dev/zero"].contains(where: path.hasPrefix)
  }
}
#endif
