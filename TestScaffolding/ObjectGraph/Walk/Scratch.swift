#if DEBUG
/// Memory for the copies of values that are being looked into, one inside the other.
struct Scratch {
  func withCopy(of address: UInt, count: Int, _ body: (UInt) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: max(count, 1), alignment: 16) { buffer in
      guard let start = buffer.baseAddress, let source = UnsafeRawPointer(bitPattern: address) else { return }
      start.copyMemory(from: source, byteCount: count)
      body(UInt(bitPattern: start))
    }
  }
}
#endif
