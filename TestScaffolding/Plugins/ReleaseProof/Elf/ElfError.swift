/// Why a file cannot be read as an ELF executable.
package enum ElfError: Error, Equatable, CustomStringConvertible {
  /// The file begins with other bytes than an ELF file.
  case notElf(start: [UInt8])
  /// The file is for a machine with another word size or byte order.
  case unsupported(wordSize: UInt8, byteOrder: UInt8)
  /// A part of the file ends behind the end of the file.
  case truncated(part: String, end: UInt64, size: Int)
  /// An index points outside of what it belongs to.
  case badReference(part: String, index: UInt64, limit: Int)
  /// A string has no end.
  case openString(part: String, index: UInt64)
  /// The entries of a table have another size than the format gives them.
  case badEntrySize(part: String, size: UInt64, expected: Int)
  /// The file has no section headers, so nothing tells what is in it.
  case noSections
  /// A section is compressed, so its strings cannot be read.
  case compressed(section: String)

  package var description: String {
    switch self {
    case .notElf(let start):
      "not an ELF file: it begins with \(Self.hex(start)) where an ELF file has 7f 45 4c 46"
    case .unsupported(let wordSize, let byteOrder):
      "an ELF file of word size class \(wordSize) and byte order \(byteOrder); "
        + "only 64-bit little-endian files (class 2, order 1) can be read"
    case .truncated(let part, let end, let size):
      "cut short: \(part) reaches to byte \(end), but the file has \(size)"
    case .badReference(let part, let index, let limit):
      "damaged: \(part) refers to \(index), but there are only \(limit)"
    case .openString(let part, let index): "damaged: the string at \(index) of \(part) has no end"
    case .badEntrySize(let part, let size, let expected):
      "damaged: the entries of \(part) have \(size) bytes instead of \(expected)"
    case .noSections:
      "without section headers, so nothing tells what is in it; build it without removing them"
    case .compressed(let section):
      "with the compressed section \(section), which cannot be searched; build it without compression"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing" }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
