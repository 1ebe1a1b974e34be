/// A section of an ELF file.
package struct ElfSection: Sendable, Equatable {
  package let name: String
  /// What the section holds, in the numbers of the format.
  let type: UInt32
  let flags: UInt64
  /// Where the bytes are in the file; empty for a section that the loader fills with zeros.
  package let range: Range<Int>
  /// The section that this one belongs with: a symbol table's strings.
  let link: Int
  let entrySize: UInt64

  static let symbolTable: UInt32 = 2
  static let stringTable: UInt32 = 3
  static let dynamicTable: UInt32 = 6
  static let noBits: UInt32 = 8
  static let dynamicSymbolTable: UInt32 = 11

  /// Whether the section is in memory when the program runs.
  package var isAllocated: Bool { flags & 0x2 != 0 }
  /// Whether the section holds machine code.
  var isExecutable: Bool { flags & 0x4 != 0 }
  var isCompressed: Bool { flags & 0x800 != 0 }
  /// Whether the section is for debuggers.
  var isDebugInformation: Bool { name.hasPrefix(".debug") || name.hasPrefix(".zdebug") }
  var isSymbolTable: Bool { type == Self.symbolTable || type == Self.dynamicSymbolTable }
}
