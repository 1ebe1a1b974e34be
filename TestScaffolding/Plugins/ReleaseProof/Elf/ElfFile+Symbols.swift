/// A name in a symbol table.
package struct ElfSymbol: Sendable, Equatable {
  package let name: String
  /// The section of the table: `.symtab` or `.dynsym`.
  package let table: String
}

extension ElfFile {
  /// Reads the names in all symbol tables, without those of the object files that the linker noted.
  package func symbols() throws(ElfError) -> [ElfSymbol] {
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

  /// Reads the names of the libraries that the loader brings in.
  package func neededLibraries() throws(ElfError) -> [String] {
    let neededTag: UInt64 = 1
    var libraries: [String] = []
    for table in sections where table.type == ElfSection.dynamicTable {
      try checkEntries(of: table, expected: 16)
      let names = try linkedStrings(of: table)
      for entry in stride(from: table.range.lowerBound, to: table.range.upperBound - 15, by: 16) {
        guard try bytes.number(UInt64.self, at: entry, of: table.name) == neededTag else { continue }
        let index = try bytes.number(UInt64.self, at: entry + 8, of: table.name)
        guard let index = UInt32(exactly: index) else {
          throw .badReference(part: table.name, index: index, limit: names.count)
        }
        libraries.append(try bytes.string(at: index, in: names, of: "the names of \(table.name)"))
      }
    }
    return libraries
  }

  private func checkEntries(of table: ElfSection, expected: Int) throws(ElfError) {
    guard table.entrySize == UInt64(expected) else {
      throw .badEntrySize(part: table.name, size: table.entrySize, expected: expected)
    }
  }
}
