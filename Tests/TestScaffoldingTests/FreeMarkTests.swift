import Glibc
import ObjectMemory
import TestSupport
import Testing

@Suite("The mark of blocks that wait to be used again", .disabled(if: Sanitizer.isOn))
struct FreeMarkTests {
  /// The library keeps few blocks of one size with the mark, and further ones without it.
  @Test("is the same, however many blocks the thread has freed before")
  func sameMark() {
    let mark = ObjectMemoryFreeMark()
    #expect(mark != 0)
    var marks: [UInt] = []
    marks.reserveCapacity(60)
    var blocks: [UnsafeMutableRawPointer?] = []
    blocks.reserveCapacity(60)
    for count in 0..<60 {
      for _ in 0..<60 { blocks.append(malloc(16)) }
      for block in blocks { free(block) }
      blocks.removeAll(keepingCapacity: true)
      for _ in 0..<count { blocks.append(malloc(16)) }
      marks.append(ObjectMemoryFreeMark())
      for block in blocks { free(block) }
      blocks.removeAll(keepingCapacity: true)
    }
    #expect(marks.filter { $0 != mark } == [])
  }
}
