import OperatingSystem

/// The bytes of an ELF file; what lies outside of the file is an error, never a crash.
package struct ElfBytes: Sendable {
  package let storage: [UInt8]

  init(_ storage: [UInt8]) { self.storage = storage }

  /// Returns the range of a part of the file, whose offset and size the file itself claims.
  func range(offset: UInt64, size: UInt64, of part: String) throws(ElfError) -> Range<Int> {
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(storage.count) else {
      throw .truncated(part: part, end: overflow ? .max : end, size: storage.count)
    }
    return Int(offset)..<Int(end)
  }

  /// Reads a little-endian number.
  func number<Number: FixedWidthInteger>(
    _ type: Number.Type, at offset: Int, of part: String
  ) throws(ElfError) -> Number {
    let place = try range(offset: UInt64(offset), size: UInt64(MemoryLayout<Number>.size), of: part)
    return Number(
      littleEndian: storage.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place.lowerBound, as: Number.self)
      })
  }

  /// Reads the string that begins at an index of a string table and ends with a zero.
  func string(at index: UInt32, in table: Range<Int>, of part: String) throws(ElfError) -> String {
    let (start, overflow) = table.lowerBound.addingReportingOverflow(Int(index))
    guard !overflow, start < table.upperBound else {
      throw .badReference(part: part, index: UInt64(index), limit: table.count)
    }
    let length = storage.withUnsafeBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes[start..<table.upperBound]).firstPlace(of: [0])
    }
    guard let length else { throw .openString(part: part, index: UInt64(index)) }
    return String(decoding: storage[start..<start + length], as: UTF8.self)
  }
}
