#if DEBUG
import Glibc

/// The symbols of an ELF file. Symbols that the file does not define itself are skipped.
///
/// A program has about a hundred thousand symbols. Names are compared as bytes, and only the requested ones become
/// strings.
struct ElfSymbols {
  private let file: UnsafeRawBufferPointer

  init(_ file: UnsafeRawBufferPointer) { self.file = file }

  /// Calls the body with the name and value of each symbol that has this prefix and, if there are any, one of these
  /// suffixes.
  func forEach(
    startingWith prefix: StaticString, endingWith suffixes: [StaticString] = [],
    _ body: (_ name: String, _ value: UInt) -> Void
  ) {
    guard let start = file.baseAddress else { return }
    forEachDefined { value, _, offset in
      guard offset + prefix.utf8CodeUnitCount < file.count,
        memcmp(start + offset, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
      else { return }
      let name = (start + offset).assumingMemoryBound(to: CChar.self)
      guard suffixes.isEmpty || Self.ends(name, strlen(name), suffixes) else { return }
      body(String(cString: name), value)
    }
  }

  /// Calls the body with the value and size of each symbol, and the place of its name in the file.
  func forEachDefined(_ body: (_ value: UInt, _ size: UInt, _ name: Int) -> Void) {
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let start = file.baseAddress else { return }
    let sections = (0..<number(UInt16.self, at: 60)).map { number(UInt64.self, at: 40) + $0 * 64 }
    let (symbolTable, dynamicSymbols) = (2, 11)
    let kinds = sections.map { number(UInt32.self, at: $0 + 4) }
    // A library without a table of all its symbols still has those that others use.
    let wanted = kinds.contains(symbolTable) ? symbolTable : dynamicSymbols
    for (section, kind) in zip(sections, kinds) where kind == wanted {
      let link = number(UInt32.self, at: section + 40)
      guard sections.indices.contains(link) else { continue }
      let (symbols, names) = (part(section), part(sections[link]))
      // Without a terminating zero, a name could run past the end of the file.
      guard !names.isEmpty, file[names.upperBound - 1] == 0 else { continue }
      for symbol in stride(from: symbols.lowerBound, to: symbols.upperBound - 23, by: 24) {
        let entry = start + symbol
        // A symbol without a section is defined in another file.
        guard entry.loadUnaligned(fromByteOffset: 6, as: UInt16.self) != 0 else { continue }
        let offset = names.lowerBound + Int(entry.loadUnaligned(as: UInt32.self))
        guard offset < names.upperBound else { continue }
        body(
          entry.loadUnaligned(fromByteOffset: 8, as: UInt.self),
          entry.loadUnaligned(fromByteOffset: 16, as: UInt.self), offset)
      }
    }
  }

  private static func ends(_ name: UnsafePointer<CChar>, _ length: Int, _ suffixes: [StaticString]) -> Bool {
    for suffix in suffixes where length >= suffix.utf8CodeUnitCount {
      let end = name + (length - suffix.utf8CodeUnitCount)
      if memcmp(end, suffix.utf8Start, suffix.utf8CodeUnitCount) == 0 { return true }
    }
    return false
  }

  private func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
    guard offset >= 0, offset <= file.count - MemoryLayout<Number>.size else { return 0 }
    return Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: offset, as: type))
  }

  /// The range of a section's contents within the file.
  private func part(_ section: Int) -> Range<Int> {
    let (offset, size) = (number(UInt64.self, at: section + 24), number(UInt64.self, at: section + 32))
    guard offset >= 0, size >= 0, offset <= file.count, size <= file.count - offset else { return 0..<0 }
    return offset..<offset + size
  }
}
#endif
