#if DEBUG
import ObjectMemory
import OperatingSystem

/// A part of the process's memory that is a file's.
struct Mapping {
  let addresses: Range<UInt>
  let isCode: Bool
  let file: String

  /// Reads a line of the system's list: addresses, permissions, offset, device, inode, path.
  private init?(_ line: [UInt8].SubSequence) {
    // Most lines may be of memory that has no file, and are not worth being read as text.
    guard line.contains(UInt8(ascii: "/")) else { return nil }
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 5)
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard fields.count == 6, ends.count == 2, ends[0] < ends[1] else { return nil }
    let file = fields[5].drop { $0 == " " }
    guard file.hasPrefix("/") else { return nil }
    addresses = ends[0]..<ends[1]
    isCode = fields[1].contains("x")
    self.file = String(file)
  }

  /// Nil if the system does not list them.
  static func all() -> [Mapping]? {
    let list = try? Descriptor.contents(ofFile: "/proc/self/maps")
    return list?.split(separator: UInt8(ascii: "\n")).compactMap(Mapping.init)
  }

  /// The files whose code this process runs.
  static func filesOfCode(in all: [Mapping]? = all()) -> Set<String> {
    Set((all ?? []).filter(\.isCode).map(\.file))
  }

  /// The program or library that an address of code belongs to, and where it is in that file, as tools that name its
  /// function want to be told: `in SampleShop at 3f2a10`.
  static func place(ofCode address: UInt) -> String? {
    var movedBy: UInt = 0
    guard let path = ObjectMemoryFile(address, &movedBy).map({ String(cString: $0) }),
      let file = (ProcFolder.target(ofLink: path) ?? path).split(separator: "/").last
    else { return nil }
    return "in \(file) at \(String(address - movedBy, radix: 16))"
  }
}
#endif
