import ObjectMemory
import Synchronization
import TestSupport
import Testing

@testable import ObjectGraph

private final class Sheep { weak var friend: Sheep? }
private final class Goat { weak var friend: Goat? }

/// Where an object was last made.
private let place = Atomic<UInt>(0)
private let isHerding = Atomic(true)

@Suite("Who holds an object of the app")
struct HoldTests {
  @Test("does no harm to another one that gets its memory meanwhile", .disabled(if: Sanitizer.isOn))
  func reused() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let rounds = try Effort().rounds(200_000)
        await OwnThread.run {
          async let herd: Void = HoldTests.herd(rounds: rounds)
          HoldTests.holdAndLetGo()
          await herd
        }
      }
    }
  }

  /// Objects of two types that take turns in the same memory; the counts of some move elsewhere, as they have weak references.
  private static func herd(rounds: Int) async {
    for round in 0..<rounds { herd(round) }
    isHerding.store(false, ordering: .releasing)
  }

  private static func herd(_ round: Int) {
    do {
      let sheep = Sheep()
      place.store(HeapObject(sheep).address, ordering: .releasing)
      if round.isMultiple(of: 3) { Sheep().friend = sheep }
    }
    do {
      let goat = Goat()
      place.store(HeapObject(goat).address, ordering: .releasing)
      weak let friend = goat
      if friend !== goat { preconditionFailure("a goat that is alive has been lost") }
      if round.isMultiple(of: 2) { Goat().friend = goat }
    }
  }

  private static func holdAndLetGo() {
    var (type, other) = (Metadata(Sheep.self).address, Metadata(Goat.self).address)
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    while isHerding.load(ordering: .acquiring) {
      let address = place.load(ordering: .acquiring)
      if ObjectMemoryHold(address, type) == ObjectIsHeld { ObjectMemoryRelease(address) }
      swap(&type, &other)
    }
  }

  @Test(
    "takes nothing back that the runtime has overwritten, as it does where it ends an object of a known owner"
  )
  func overwritten() {
    let sheep = Sheep()
    let object = HeapObject(sheep)
    let counts = word(object.address + 8)
    #expect(ObjectMemoryHold(object.address, Metadata(Sheep.self).address) == ObjectIsHeld)
    #expect(word(object.address + 8) != counts)
    UnsafeMutablePointer<UInt>(bitPattern: object.address + 8)?.pointee = counts
    ObjectMemoryRelease(object.address)
    withExtendedLifetime(sheep) { #expect(word(object.address + 8) == counts) }
  }
}
