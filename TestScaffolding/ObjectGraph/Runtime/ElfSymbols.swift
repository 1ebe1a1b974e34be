#if DEBUG
/// The symbols of an ELF file; what the file says of places outside of it is passed by.
struct ElfSymbols {
  private let file: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Calls the body with the name and the value of each symbol whose name begins so.
  func forEach(startingWith prefix: String, _ body: (_ name: String, _ value: UInt) -> Void) {
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return }
    let sections = (0..<number(UInt16.self, at: 60)).map { number(UInt64.self, at: 40) + $0 * 64 }
    let symbolTable = 2
    for section in sections where number(UInt32.self, at: section + 4) == symbolTable {
      let link = number(UInt32.self, at: section + 40)
      guard sections.indices.contains(link) else { continue }
      let (symbols, names) = (part(section), part(sections[link]))
      for symbol in stride(from: symbols.lowerBound, to: symbols.upperBound - 23, by: 24) {
        // What has no section is another file's.
        guard number(UInt16.self, at: symbol + 6) != 0 else { continue }
        let start = names.lowerBound + number(UInt32.self, at: symbol)
        guard start < names.upperBound, file[start..<names.upperBound].starts(with: prefix.utf8) else {
          continue
        }
        let name = String(decoding: file[start..<names.upperBound].prefix { $0 != 0 }, as: UTF8.self)
        body(name, UInt(bitPattern: number(UInt64.self, at: symbol + 8)))
      }
    }
  }

  private func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
    guard offset >= 0, offset <= file.count - MemoryLayout<Number>.size else { return 0 }
    return Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The range of the file that a section has.
  private func part(_ section: Int) -> Range<Int> {
    let (offset, size) = (number(UInt64.self, at: section + 24), number(UInt64.self, at: section + 32))
    guard offset >= 0, size >= 0, offset <= file.count, size <= file.count - offset else { return 0..<0 }
    return offset..<offset + size
  }
}
#endif
