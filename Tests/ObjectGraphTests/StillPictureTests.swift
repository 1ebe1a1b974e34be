import Foundation
import ObjectMemory
import Synchronization
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("A still picture of memory")
struct StillPictureTests {
  @Test("is not taken where there is no time to")
  func noTime() {
    #expect(taken(until: StillPicture.end(in: 0)) == nil)
  }

  @Test("is searched as long as there is time, and the program's variables always")
  func spent() throws {
    // A static is made when it is first asked for, and the picture is of what is there.
    let target = HeapObject(Target.shared).address
    // How long a search takes depends on the machine, and on the memory of all other tests.
    let start = ObjectMemoryTimeOfThread()
    _ = try #require(taken(until: StillPicture.end(in: 100_000))).pointers(into: [target..<target + 1])
    let end = StillPicture.end(in: 50 + 3 * (ObjectMemoryTimeOfThread() - start) / 1_000_000)
    let picture = try #require(taken(until: end))
    let before = try #require(picture.pointers(into: [target..<target + 1]))
    let region = try #require(before.lazy.compactMap { picture.region(of: $0.place) }.first)
    while ObjectMemoryTimeOfThread() <= end {}
    #expect(picture.pointers(into: [target..<target + 1]) == nil)
    let places = picture.pointers(into: [target..<target + 1], of: [region])
    #expect(places?.map(\.place) == before.map(\.place).filter(region.contains))
  }

  @Test("tells each of very many places, and nothing else")
  func manyRanges() throws {
    let targets = (0..<200_000).map { _ in Target() }
    let places = UnsafeMutableBufferPointer<UInt>.allocate(capacity: 2 * targets.count)
    defer { places.deallocate() }
    for (number, target) in targets.enumerated() {
      // A reference, with the bits that Swift uses for notes, and a word that leads into the object.
      places[2 * number] = HeapObject(target).address | 1 << 62
      places[2 * number + 1] = HeapObject(target).address + 8
    }
    let ranges = targets.map { HeapObject($0).address..<HeapObject($0).address + 1 }
    let picture = try #require(taken(until: StillPicture.end(in: 100_000)))
    let start = UInt(bitPattern: places.baseAddress)
    let end = start + UInt(places.count) * 8
    let found = try #require(picture.pointers(into: ranges))
      .filter { $0.place >= start && $0.place < end }
    #expect(found.map(\.range) == Array(targets.indices))
    #expect(found.map(\.place) == targets.indices.map { start + UInt($0) * 16 })
    withExtendedLifetime(targets) {}
  }

  @Test("is not whole while a thread is running, because nobody knows what of its stack is in use")
  func running() throws {
    let isRunning = DispatchSemaphore(value: 0)
    let isDone = Atomic(false)
    Thread.detachNewThread {
      isRunning.signal()
      while !isDone.load(ordering: .relaxed) {}
    }
    isRunning.wait()
    defer { isDone.store(true, ordering: .relaxed) }
    #expect(try #require(taken()).isWhole == false)
  }

  @Test("stays as it was while the app goes on")
  func still() throws {
    let place = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    defer { place.deallocate() }
    place.pointee = 1
    let picture = try #require(taken())
    place.pointee = 2
    #expect(picture.word(UInt(bitPattern: place)) == 1)
    #expect(picture.word(UInt(bitPattern: place) + 1) == 0)
    #expect(picture.word(8) == 0)
  }

  private func taken(until end: UInt64 = StillPicture.end()) -> StillPicture? {
    var mark: UInt = 0
    return StillPicture(ownStackAbove: withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }, until: end)
  }
}

private final class Target {
  nonisolated(unsafe) static let shared = Target()
}
