/// Builds an ELF file by hand, so that a test knows every byte of it.
struct TinyElf {
  struct Section {
    var name: String
    var type: UInt32 = 1
    var flags: UInt64 = 2
    var contents: [UInt8] = []
    var link: UInt32 = 0
    var entrySize: UInt64 = 0
  }

  static let allocated: UInt64 = 2
  static let machineCode: UInt64 = 6

  /// The sections behind the empty one, which has the number 0.
  var sections: [Section]

  /// The bytes: header, contents, names of the sections, section headers.
  var bytes: [UInt8] {
    let names = Section(name: ".shstrtab", type: 3, flags: 0)
    var all = [Section(name: "", type: 0, flags: 0)] + sections + [names]
    var nameTable: [UInt8] = []
    let nameIndexes = all.map { section -> UInt32 in
      defer { nameTable += Array(section.name.utf8) + [0] }
      return UInt32(nameTable.count)
    }
    all[all.count - 1].contents = nameTable

    var contents: [UInt8] = []
    let offsets = all.map { section -> UInt64 in
      defer { contents += section.contents }
      return UInt64(64 + contents.count)
    }
    var headers: [UInt8] = []
    for (index, section) in all.enumerated() {
      headers += Self.little(nameIndexes[index]) + Self.little(section.type) + Self.little(section.flags)
      headers +=
        Self.little(UInt64(0)) + Self.little(offsets[index]) + Self.little(UInt64(section.contents.count))
      headers +=
        Self.little(section.link) + Self.little(UInt32(0)) + Self.little(UInt64(1))
        + Self.little(section.entrySize)
    }
    let start: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 33)
    let headersOffset = Self.little(UInt64(64 + contents.count))
    let rest = Array(repeating: UInt8(0), count: 10) + Self.little(UInt16(64))
    return start + headersOffset + rest + Self.little(UInt16(all.count)) + Self.little(UInt16(all.count - 1))
      + contents + headers
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

extension TinyElf {
  /// A file with a symbol table of the names.
  init(symbols: [String]) {
    var names: [UInt8] = [0]
    var entries: [UInt8] = Array(repeating: 0, count: 24)
    for symbol in symbols {
      entries += Self.little(UInt32(names.count)) + [0x12] + Array(repeating: 0, count: 19)
      names += Array(symbol.utf8) + [0]
    }
    sections = [
      Section(name: ".symtab", type: 2, flags: 0, contents: entries, link: 2, entrySize: 24),
      Section(name: ".strtab", type: 3, flags: 0, contents: names),
    ]
  }
}
