/// The smallest file of a program that says where one function begins: `add` in line 480 of Cart.swift.
struct ProgramSpecimen {
  static let symbol = "add"
  /// How many bytes at the end tell of the section with the names of all sections.
  static let lastHead = 64
  let bytes: [UInt8]

  /// As the debug information is written in a version of DWARF.
  init(version: UInt16) {
    var sections: [(name: String, kind: UInt32, link: UInt32, content: [UInt8])] = [
      ("", 0, 0, []),
      (".debug_names", 1, 0, Self.index(entry: version == 4 ? 20 : 21)),
      (".debug_info", 1, 0, Self.unit(version)),
      (".debug_abbrev", 1, 0, Self.shapes),
      (".debug_line", 1, 0, version == 4 ? Self.lines4 : Self.lines5),
      (".debug_str", 1, 0, pack(.text(Self.symbol))),
      (".debug_line_str", 1, 0, pack(.text("Cart.swift"))),
      (".strtab", 3, 0, pack(.text(Self.symbol))),
      (".symtab", 2, 7, pack(.words(0), .halves(0, 1), .longs(0x1000, 0x20))),
    ]
    sections.append((".shstrtab", 3, 0, sections.flatMap { pack(.text($0.name)) } + pack(.text(".shstrtab"))))
    var (contents, heads, nameOffset) = ([UInt8](), [UInt8](), 0)
    for (name, kind, link, content) in sections {
      heads += pack(
        .words(UInt32(nameOffset), kind), .longs(0, 0, UInt64(64 + contents.count), UInt64(content.count)),
        .words(link, 0), .longs(0, 0))
      nameOffset += name.utf8.count + 1
      contents += content
    }
    bytes =
      pack(
        .bytes([0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 34)),
        .longs(UInt64(64 + contents.count)), .words(0, 0),
        .halves(0, 64, UInt16(sections.count), UInt16(sections.count - 1))) + contents + heads
  }

  /// The index with one name, which leads to an entry of the only unit.
  private static func index(entry: UInt32) -> [UInt8] {
    let hash = symbol.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    let shapes: [UInt8] = [1, 0x2E, 3, 0x13, 0, 0, 0]
    return withLength(
      pack(
        .halves(5, 0), .words(1, 0, 0, 1, 1, UInt32(shapes.count), 8), .bytes(Array("LLVM0700".utf8)),
        .words(0, 1, hash, 0, 0), .bytes(shapes), .bytes([1]), .words(entry), .bytes([0])))
  }

  /// The shapes of a unit, of a declaration with file and line, and of a function that refers to that.
  private static let shapes: [UInt8] = [
    1, 0x11, 0, 0x10, 0x17, 0, 0, 2, 0x2E, 0, 0x3A, 0x0B, 0x3B, 0x05, 0, 0, 3, 0x2E, 0, 0x47, 0x13, 0, 0, 0,
  ]

  private static func unit(_ version: UInt16) -> [UInt8] {
    let head = version == 5 ? pack(.bytes([1, 8]), .words(0)) : pack(.words(0), .bytes([8]))
    let declaration = UInt32(4 + 2 + head.count + 5)
    return withLength(
      pack(
        .halves(version), .bytes(head), .bytes([1]), .words(0), .bytes([2, 1]), .halves(480), .bytes([3]),
        .words(declaration)))
  }

  private static let opcodes: [UInt8] = [1, 1, 1, 0xFB, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]

  private static let lines4 = withLength(
    pack(
      .halves(4), .words(0), .bytes(opcodes), .text("/shop"), .text(""), .text("Cart.swift"),
      .bytes([1, 0, 0, 0]))
  )

  private static let lines5 = withLength(
    pack(
      .halves(5), .bytes([8, 0]), .words(0), .bytes(opcodes), .bytes([1, 1, 0x08, 1]), .text("/shop"),
      .bytes([2, 1, 0x1F, 2, 0x0B, 2]), .words(0), .bytes([0]), .words(0), .bytes([0])))

  private static func withLength(_ bytes: [UInt8]) -> [UInt8] { pack(.words(UInt32(bytes.count))) + bytes }
}

private enum Piece {
  case bytes([UInt8]), text(String)
  case halves([UInt16]), words([UInt32]), longs([UInt64])

  static func halves(_ numbers: UInt16...) -> Piece { .halves(numbers) }
  static func words(_ numbers: UInt32...) -> Piece { .words(numbers) }
  static func longs(_ numbers: UInt64...) -> Piece { .longs(numbers) }
}

/// The pieces one after the other, in the byte order of the machine.
private func pack(_ pieces: Piece...) -> [UInt8] {
  pieces.flatMap { piece -> [UInt8] in
    switch piece {
    case .bytes(let bytes): bytes
    case .text(let text): Array(text.utf8) + [0]
    case .halves(let numbers): numbers.withUnsafeBytes { Array($0) }
    case .words(let numbers): numbers.withUnsafeBytes { Array($0) }
    case .longs(let numbers): numbers.withUnsafeBytes { Array($0) }
    }
  }
}
