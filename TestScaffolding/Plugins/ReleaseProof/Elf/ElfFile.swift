/// An ELF file, the form that executables and libraries have on Linux: its sections and what they say.
package struct ElfFile: Sendable {
  package let bytes: ElfBytes
  package let sections: [ElfSection]

  /// Reads the header and the sections of a file.
  package init(_ storage: [UInt8]) throws(ElfError) {
    bytes = ElfBytes(storage)
    guard storage.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
      throw .notElf(start: Array(storage.prefix(4)))
    }
    let wordSize = try bytes.number(UInt8.self, at: 4, of: "the header")
    let byteOrder = try bytes.number(UInt8.self, at: 5, of: "the header")
    guard wordSize == 2, byteOrder == 1 else {
      throw .unsupported(wordSize: wordSize, byteOrder: byteOrder)
    }
    let offset = try bytes.number(UInt64.self, at: 40, of: "the header")
    let entrySize = try bytes.number(UInt16.self, at: 58, of: "the header")
    let count = try bytes.number(UInt16.self, at: 60, of: "the header")
    let namesIndex = try bytes.number(UInt16.self, at: 62, of: "the header")
    guard offset > 0, count > 0 else { throw .noSections }
    guard entrySize == 64 else {
      throw .badEntrySize(part: "the section headers", size: UInt64(entrySize), expected: 64)
    }
    let table = try bytes.range(
      offset: offset, size: UInt64(count) * UInt64(entrySize), of: "the table of section headers")
    let headers = stride(from: table.lowerBound, to: table.upperBound, by: 64)
    sections = try Self.sections(at: headers.map { $0 }, names: Int(namesIndex), in: bytes)
  }

  private static func sections(
    at headers: [Int], names namesIndex: Int, in bytes: ElfBytes
  ) throws(ElfError) -> [ElfSection] {
    guard headers.indices.contains(namesIndex) else {
      throw .badReference(part: "the header", index: UInt64(namesIndex), limit: headers.count)
    }
    let names = try section(at: headers[namesIndex], names: nil, in: bytes).range
    var sections: [ElfSection] = []
    for header in headers { sections.append(try section(at: header, names: names, in: bytes)) }
    return sections
  }

  private static func section(
    at header: Int, names: Range<Int>?, in bytes: ElfBytes
  ) throws(ElfError) -> ElfSection {
    let part = "a section header"
    let nameIndex = try bytes.number(UInt32.self, at: header, of: part)
    let type = try bytes.number(UInt32.self, at: header + 4, of: part)
    let name =
      if let names { try bytes.string(at: nameIndex, in: names, of: "the names of the sections") } else { "" }
    let offset = try bytes.number(UInt64.self, at: header + 24, of: part)
    let size = try bytes.number(UInt64.self, at: header + 32, of: part)
    let isEmpty = type == 0 || type == ElfSection.noBits
    return ElfSection(
      name: name, type: type, flags: try bytes.number(UInt64.self, at: header + 8, of: part),
      range: isEmpty ? 0..<0 : try bytes.range(offset: offset, size: size, of: "section \(name)"),
      link: Int(try bytes.number(UInt32.self, at: header + 40, of: part)),
      entrySize: try bytes.number(UInt64.self, at: header + 56, of: part))
  }

  /// Returns the strings that a table refers to.
  func linkedStrings(of section: ElfSection) throws(ElfError) -> Range<Int> {
    guard sections.indices.contains(section.link) else {
      throw .badReference(part: section.name, index: UInt64(section.link), limit: sections.count)
    }
    return sections[section.link].range
  }
}
