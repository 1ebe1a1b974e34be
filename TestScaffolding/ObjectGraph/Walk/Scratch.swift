#if DEBUG
/// Memory for the copies of values that are being looked into, one inside the other.
struct Scratch {
  func withCopy<Result>(of address: UInt, count: Int, _ body: (UInt) -> Result) -> Result {
    withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 16) { buffer in
      if let start = buffer.baseAddress, let source = UnsafeRawPointer(bitPattern: address) {
        start.copyMemory(from: source, byteCount: count)
      }
      return body(UInt(bitPattern: buffer.baseAddress))
    }
  }

  func isSame(_ address: UInt, _ other: UInt, count: Int) -> Bool {
    guard let one = UnsafeRawPointer(bitPattern: address), let two = UnsafeRawPointer(bitPattern: other)
    else {
      return address == other
    }
    return UnsafeRawBufferPointer(start: one, count: count).elementsEqual(
      UnsafeRawBufferPointer(start: two, count: count))
  }
}
#endif
