import Foundation

/// Writes values as a binary property list.
///
/// Foundation writes those only once that are equal, and so gives back other bytes: two texts of the same letters in another
/// form are equal, and so are zero and minus zero.
struct BinaryPropertyList {
  private var bytes = Array("bplist00".utf8)
  /// Where each object begins; the one that holds all others comes last.
  private var places: [Int] = []
  private let referenceSize: Int

  static func data(_ values: [String: PropertyValue]) -> Data {
    let all = PropertyValue.dictionary(values)
    var list = Self(referenceSize: size(of: objectCount(of: all)))
    _ = list.add(all)
    list.end()
    return Data(list.bytes)
  }

  private init(referenceSize: Int) { self.referenceSize = referenceSize }

  private static func objectCount(of value: PropertyValue) -> Int {
    switch value {
    case .array(let values): values.reduce(1) { $0 + objectCount(of: $1) }
    case .dictionary(let values): values.values.reduce(1 + values.count) { $0 + objectCount(of: $1) }
    default: 1
    }
  }

  /// How many bytes a number takes: 1, 2, 4 or 8.
  private static func size(of number: Int) -> Int {
    switch number {
    case 0..<0x100: 1
    case 0..<0x1_0000: 2
    case 0..<0x1_0000_0000: 4
    default: 8
    }
  }

  /// Writes what a value holds, and then the value; returns its number.
  private mutating func add(_ value: PropertyValue) -> Int {
    switch value {
    case .string(let text): begin(text)
    case .bool(let isTrue): begin(marker: isTrue ? 9 : 8)
    case .integer(let number):
      begin()
      write(integer: number)
    case .double(let number):
      begin(marker: 0x23)
      write(number.bitPattern, size: 8)
    case .date(let date):
      begin(marker: 0x33)
      write(date.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .data(let data):
      begin(kind: 0x40, count: data.count)
      bytes += data
    case .array(let values):
      let references = values.map { add($0) }
      begin(kind: 0xA0, count: values.count)
      write(references)
    case .dictionary(let values):
      let (keys, elements) = (values.keys.map { add(.string($0)) }, values.values.map { add($0) })
      begin(kind: 0xD0, count: values.count)
      write(keys + elements)
    }
    return places.count - 1
  }

  private mutating func begin() { places.append(bytes.count) }

  private mutating func begin(marker: UInt8) {
    begin()
    bytes.append(marker)
  }

  private mutating func begin(kind: UInt8, count: Int) {
    begin(marker: kind | UInt8(min(count, 15)))
    if count >= 15 { write(integer: count) }
  }

  private mutating func begin(_ text: String) {
    let count = text.utf16.count
    if text.utf8.count == count {
      begin(kind: 0x50, count: count)
      bytes += text.utf8
    } else {
      begin(kind: 0x60, count: count)
      for unit in text.utf16 { bytes += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    }
  }

  private mutating func write(integer: Int) {
    let size = integer < 0 ? 8 : Self.size(of: integer)
    bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
    write(UInt64(bitPattern: Int64(integer)), size: size)
  }

  private mutating func write(_ references: [Int]) {
    for reference in references { write(UInt64(reference), size: referenceSize) }
  }

  private mutating func write(_ number: UInt64, size: Int) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0.suffix(size) }
  }

  /// Writes where the objects are.
  private mutating func end() {
    let (table, size) = (bytes.count, Self.size(of: bytes.count))
    for place in places { write(UInt64(place), size: size) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(size), UInt8(referenceSize)]
    for number in [places.count, places.count - 1, table] { write(UInt64(number), size: 8) }
  }
}
