import Glibc
import ObjectMemory
import TestSupport
import Testing

@Suite("A picture of prepared memory", .disabled(if: Sanitizer.isOn))
struct PreparedPictureTests {
  @Test("has all words of a page that was found before, once there are too many of these to be kept")
  func thrownAway() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        // One more than are kept.
        let count: UInt = (256 << 20) / 4_096 + 1
        let pages = try #require(reserved(count * 4_096, PROT_READ | PROT_WRITE))
        let (holders, target) = ([pages, pages + 4_096], pages + 8_192)
        for holder in holders { UnsafeMutablePointer<UInt>(bitPattern: holder)?.pointee = target }
        let picture = try #require(taken([pages..<pages + count * 4_096]))
        let read = (1..<count).filter { ObjectPictureWord(picture, pages + $0 * 4_096) != 0 }
        #expect(read == [1])
        #expect(pointers(to: target, in: picture) == holders)
        #expect(pointers(to: target, in: picture) == holders)
        #expect(ObjectPictureWord(picture, holders[1]) == target)
      }
    }
  }

  @Test("knows its highest page where its lowest is as low as in a program that is linked at a fixed address")
  func lowPage() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let fixed = MAP_FIXED_NOREPLACE
        let low = try #require(reserved(4_096, PROT_READ | PROT_WRITE, at: 0x200_0000, fixed))
        // The table of pages goes into parts of 64 MiB, and right below this, where nobody may write.
        let part: UInt = 64 << 20
        let high = (try #require(reserved(2 * part, PROT_NONE)) + part - 1) / part * part
        #expect(mprotect(UnsafeMutableRawPointer(bitPattern: high), 4_096, PROT_READ | PROT_WRITE) == 0)
        for page in [low, high] { UnsafeMutablePointer<UInt>(bitPattern: page + 8)?.pointee = page }
        let picture = try #require(taken([low..<low + 4_096, high..<high + 4_096]))
        for page in [low, high] { #expect(ObjectPictureWord(picture, page + 8) == page) }
      }
    }
  }
}

/// Memory that takes no space before it is used.
private func reserved(_ size: UInt, _ access: Int32, at place: UInt = 0, _ flags: Int32 = 0) -> UInt? {
  let all = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags
  let memory = mmap(UnsafeMutableRawPointer(bitPattern: place), Int(size), access, all, -1, 0)
  return memory == MAP_FAILED ? nil : UInt(bitPattern: memory)
}

/// A picture of parts of this process.
private func taken(_ parts: [Range<UInt>]) -> OpaquePointer? {
  let parts = parts.map { ObjectPart(start: $0.lowerBound, end: $0.upperBound, kind: ObjectPartOther) }
  return ObjectPictureTake(getpid(), parts, parts.count, false, .max)
}

private func pointers(to target: UInt, in picture: OpaquePointer) -> [UInt] {
  var found: UnsafeMutablePointer<ObjectPlace>?
  let range = ObjectRange(start: target, end: target + 8, number: 0)
  let count = ObjectPictureFind(picture, [range], 1, nil, 0, .max, &found)
  return UnsafeBufferPointer(start: found, count: count).map(\.place)
}
