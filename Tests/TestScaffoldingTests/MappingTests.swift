import Testing

@testable import HeldResources

@Suite("The files in the memory of a process")
struct MappingTests {
  /// The system's list of them is longer than what one read returns.
  @Test("are known to the last one")
  func complete() {
    #expect(Mapping.filesOfCode().contains { $0.hasSuffix("/libFoundation.so") })
    #expect(Mapping.filesOfCode().contains { $0.hasSuffix("/libc.so.6") })
  }
}
