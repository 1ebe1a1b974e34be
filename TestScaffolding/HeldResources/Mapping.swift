#if DEBUG
import OperatingSystem

/// A part of the process's memory that is a file's.
struct Mapping {
  let addresses: Range<UInt>
  let isCode: Bool
  let offset: UInt
  let file: String

  /// Reads a line of the system's list: addresses, permissions, offset, device, inode, path.
  private init?(_ line: [UInt8].SubSequence) {
    // Most lines may be of memory that has no file, and are not worth being read as text.
    guard line.contains(UInt8(ascii: "/")) else { return nil }
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 5)
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    guard fields.count == 6, ends.count == 2, ends[0] < ends[1], let offset = UInt(fields[2], radix: 16)
    else {
      return nil
    }
    let file = fields[5].drop { $0 == " " }
    guard file.hasPrefix("/") else { return nil }
    addresses = ends[0]..<ends[1]
    isCode = fields[1].contains("x")
    self.offset = offset
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

  /// The program or library that an address of code belongs to, and where it is in that file: `in SampleShop at 3f2a10`.
  static func place(ofCode address: UInt) -> String? {
    guard let mapping = all()?.first(where: { $0.addresses.contains(address) }),
      let file = mapping.file.split(separator: "/").last
    else { return nil }
    return "in \(file) at \(String(address - mapping.addresses.lowerBound + mapping.offset, radix: 16))"
  }
}
#endif
