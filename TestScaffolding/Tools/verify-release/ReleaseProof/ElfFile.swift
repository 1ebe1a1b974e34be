import OperatingSystem
import ToolOptions

/// An ELF file, the format of executables and libraries on Linux, with its sections.
struct ElfFile: Sendable {
  let bytes: ElfBytes
  let sections: [ElfSection]

  /// Parses the header and the sections of a file.
  init(_ storage: [UInt8]) throws(ToolFailure) {
    bytes = ElfBytes(storage)
    guard storage.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
      let start = storage.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      throw ToolFailure(
        "not an ELF file: it begins with \(start.isEmpty ? "nothing" : start.joined(separator: " ")) "
          + "where an ELF file has 7f 45 4c 46")
    }
    let wordSize = try bytes.number(UInt8.self, at: 4, of: "the header")
    let byteOrder = try bytes.number(UInt8.self, at: 5, of: "the header")
    guard wordSize == 2, byteOrder == 1 else {
      throw ToolFailure(
        "an ELF file of word size class \(wordSize) and byte order \(byteOrder); "
          + "only 64-bit little-endian files (class 2, order 1) can be read")
    }
    let offset = try bytes.number(UInt64.self, at: 40, of: "the header")
    let entrySize = try bytes.number(UInt16.self, at: 58, of: "the header")
    let count = try bytes.number(UInt16.self, at: 60, of: "the header")
    let namesIndex = try bytes.number(UInt16.self, at: 62, of: "the header")
    guard offset > 0, count > 0 else {
      throw ToolFailure(
        "without section headers, so nothing tells what is in it; build it without removing them")
    }
    guard entrySize == 64 else {
      throw .badEntrySize("the section headers", UInt64(entrySize), expected: 64)
    }
    let table = try bytes.range(
      offset: offset, size: UInt64(count) * UInt64(entrySize), of: "the table of section headers")
    let headers = stride(from: table.lowerBound, to: table.upperBound, by: 64)
    sections = try Self.sections(at: headers.map { $0 }, names: Int(namesIndex), in: bytes)
  }

  private static func sections(
    at headers: [Int], names namesIndex: Int, in bytes: ElfBytes
  ) throws(ToolFailure) -> [ElfSection] {
    guard headers.indices.contains(namesIndex) else {
      throw .badReference("the header", UInt64(namesIndex), limit: headers.count)
    }
    let names = try section(at: headers[namesIndex], names: nil, in: bytes).range
    var sections: [ElfSection] = []
    for header in headers { sections.append(try section(at: header, names: names, in: bytes)) }
    return sections
  }

  private static func section(
    at header: Int, names: Range<Int>?, in bytes: ElfBytes
  ) throws(ToolFailure) -> ElfSection {
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

  /// Returns the range of the string table that a section refers to.
  func linkedStrings(of section: ElfSection) throws(ToolFailure) -> Range<Int> {
    guard sections.indices.contains(section.link) else {
      throw .badReference(section.name, UInt64(section.link), limit: sections.count)
    }
    return sections[section.link].range
  }
}

/// An entry of a symbol table.
struct ElfSymbol: Sendable, Equatable {
  let name: String
  /// The name of the table's section: `.symtab` or `.dynsym`.
  let table: String
}

extension ElfFile {
  /// Reads the symbols of all tables, except the names of object files that the linker adds.
  func symbols() throws(ToolFailure) -> [ElfSymbol] {
    let fileType: UInt8 = 4
    var symbols: [ElfSymbol] = []
    for table in sections where table.isSymbolTable {
      try checkEntries(of: table, expected: 24)
      let names = try linkedStrings(of: table)
      for entry in stride(from: table.range.lowerBound, to: table.range.upperBound - 23, by: 24) {
        let index = try bytes.number(UInt32.self, at: entry, of: table.name)
        let kind = try bytes.number(UInt8.self, at: entry + 4, of: table.name) & 0xf
        guard index != 0, kind != fileType else { continue }
        let name = try bytes.string(at: index, in: names, of: "the names of \(table.name)")
        symbols.append(ElfSymbol(name: name, table: table.name))
      }
    }
    return symbols
  }

  /// Reads the names of the libraries that the loader has to load.
  func neededLibraries() throws(ToolFailure) -> [String] {
    let neededTag: UInt64 = 1
    var libraries: [String] = []
    for table in sections where table.type == ElfSection.dynamicTable {
      try checkEntries(of: table, expected: 16)
      let names = try linkedStrings(of: table)
      for entry in stride(from: table.range.lowerBound, to: table.range.upperBound - 15, by: 16) {
        guard try bytes.number(UInt64.self, at: entry, of: table.name) == neededTag else { continue }
        let index = try bytes.number(UInt64.self, at: entry + 8, of: table.name)
        guard let index = UInt32(exactly: index) else {
          throw .badReference(table.name, index, limit: names.count)
        }
        libraries.append(try bytes.string(at: index, in: names, of: "the names of \(table.name)"))
      }
    }
    return libraries
  }

  private func checkEntries(of table: ElfSection, expected: Int) throws(ToolFailure) {
    guard table.entrySize == UInt64(expected) else {
      throw .badEntrySize(table.name, table.entrySize, expected: expected)
    }
  }
}

/// A section of an ELF file.
struct ElfSection: Sendable, Equatable {
  let name: String
  /// The type of the section, as a number of the format.
  let type: UInt32
  let flags: UInt64
  /// The range of its bytes in the file; empty for a section that the loader fills with zeros.
  let range: Range<Int>
  /// The index of the related section, such as the string table of a symbol table.
  let link: Int
  let entrySize: UInt64

  static let symbolTable: UInt32 = 2
  static let stringTable: UInt32 = 3
  static let dynamicTable: UInt32 = 6
  static let noBits: UInt32 = 8
  static let dynamicSymbolTable: UInt32 = 11

  /// Whether the section is loaded into memory when the program runs.
  var isAllocated: Bool { flags & 0x2 != 0 }
  /// Whether the section holds machine code.
  var isExecutable: Bool { flags & 0x4 != 0 }
  var isCompressed: Bool { flags & 0x800 != 0 }
  /// Whether the section is only for debuggers.
  var isDebugInformation: Bool { name.hasPrefix(".debug") || name.hasPrefix(".zdebug") }
  var isSymbolTable: Bool { type == Self.symbolTable || type == Self.dynamicSymbolTable }
}

/// The bytes of an ELF file. Reading outside of the file is an error, never a crash.
struct ElfBytes: Sendable {
  let storage: [UInt8]

  init(_ storage: [UInt8]) { self.storage = storage }

  /// Returns the range of a part of the file, after checking the offset and size that the file states.
  func range(offset: UInt64, size: UInt64, of part: String) throws(ToolFailure) -> Range<Int> {
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(storage.count) else {
      throw ToolFailure(
        "cut short: \(part) reaches to byte \(overflow ? .max : end), but the file has \(storage.count)")
    }
    return Int(offset)..<Int(end)
  }

  /// Reads a little-endian number.
  func number<Number: FixedWidthInteger>(
    _ type: Number.Type, at offset: Int, of part: String
  ) throws(ToolFailure) -> Number {
    let place = try range(offset: UInt64(offset), size: UInt64(MemoryLayout<Number>.size), of: part)
    return Number(
      littleEndian: storage.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place.lowerBound, as: Number.self)
      })
  }

  /// Reads the zero-terminated string at an offset in a string table.
  func string(at index: UInt32, in table: Range<Int>, of part: String) throws(ToolFailure) -> String {
    let (start, overflow) = table.lowerBound.addingReportingOverflow(Int(index))
    guard !overflow, start < table.upperBound else {
      throw .badReference(part, UInt64(index), limit: table.count)
    }
    let length = storage.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[start..<table.upperBound]).firstPlace(of: [0])
    }
    guard let length else { throw ToolFailure("damaged: the string at \(index) of \(part) has no end") }
    return String(decoding: storage[start..<start + length], as: UTF8.self)
  }
}

// Why a file cannot be read as an ELF executable.
extension ToolFailure {
  /// An index points outside of its table.
  fileprivate static func badReference(_ part: String, _ index: UInt64, limit: Int) -> Self {
    Self("damaged: \(part) refers to \(index), but there are only \(limit)")
  }

  /// The entries of a table do not have the size that the format prescribes.
  fileprivate static func badEntrySize(_ part: String, _ size: UInt64, expected: Int) -> Self {
    Self("damaged: the entries of \(part) have \(size) bytes instead of \(expected)")
  }
}
