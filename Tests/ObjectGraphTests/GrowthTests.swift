import HeldResources
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("Growth over repetitions")
struct GrowthTests {
  @Test("What is added each time is reported with its slope")
  func growing() {
    let session = Session()
    let found = #expect(throws: GrowthFound.self) {
      try assertNoGrowth(over: 20, of: session) { session.items.append(Item()) }
    }
    #expect(
      found?.description
        == "Item objects rise by 1.00 with each repetition: 1 after the first, 20 after 20")
  }

  @Test("What is repeated too seldom shows nothing, and that is said")
  func tooSeldom() {
    let session = Session()
    let error = #expect(throws: TooFewRepetitions.self) {
      try assertNoGrowth(over: 7, of: session) { session.items.append(Item()) }
    }
    #expect(
      error?.description
        == "Growth shows only over 8 repetitions or more: expected 'over: 8' or above, not 'over: 7'.")
    #expect(session.items.isEmpty)
  }

  @Test("Memory is judged over fifty repetitions or more, and where fewer are given, that is said")
  func memoryTooSeldom() {
    let error = #expect(throws: TooFewRepetitions.self) {
      try assertNoGrowth(over: 20, of: 0, bytesAllowed: 16_384) {}
    }
    #expect(
      error?.description
        == "Growth of memory shows only over 50 repetitions or more: expected 'over: 50' or above, not 'over: 20'."
    )
  }

  /// The growth of memory that starts with 6 MB, given what each repetition adds.
  private func growth(_ added: (Int) -> Int) throws -> GrowthFound? {
    var meter = try GrowthMeter(repetitions: 50, bytesAllowed: 16_384)
    var bytes = 6_000_000
    for repetition in 1...50 {
      bytes += added(repetition)
      // The allocator keeps some pages, and gives some back.
      meter.add([:], residentBytes: bytes + repetition % 3 * 53_248)
    }
    do throws(GrowthFound) {
      try meter.check()
      return nil
    } catch {
      return error
    }
  }

  @Test("Memory that is taken once, or twice, is no growth; what each repetition takes is")
  func takenOnce() throws {
    #expect(try growth { $0 == 30 ? 2_000_000 : 0 } == nil)
    #expect(try growth { [28, 40].contains($0) ? 1_000_000 : 0 } == nil)
    #expect(try growth { $0 < 24 ? 300_000 : 500 } == nil, "a cache fills up")
    #expect(try growth { _ in 10_000 } == nil, "that is allowed")
    #expect(try growth { _ in 25_000 }?.risen.map(\.unit) == [.memory])
    #expect(try growth { $0 % 5 == 0 ? 150_000 : 0 }?.risen.map(\.unit) == [.memory])
  }

  @Test("Memory whose size cannot be read is not taken for level: that is said")
  func unreadMemory() async throws {
    let outcome = await OwnThread.run {
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        var meter = try GrowthMeter(repetitions: 50, bytesAllowed: 16_384)
        for _ in 1...50 { meter.add([:], residentBytes: nil) }
        try meter.check()
      }
    }
    let said = String(decoding: try #require(outcome).standardErrorContent, as: UTF8.self)
    #expect(
      said.contains(
        "assertNoGrowth: resident memory cannot be read here, only objects are counted\n"))
  }

  @Test("What is made and forgotten is found among all living objects")
  func forgotten() throws {
    var meter = try GrowthMeter(repetitions: 8, bytesAllowed: nil)
    for repetition in 1...8 {
      meter.add([:], residentBytes: nil)
      if meter.isTimeToCountLiving {
        meter.add(living: ["Knot": repetition, "Cache": 7, "Worker": repetition % 5])
      }
    }
    let found = #expect(throws: GrowthFound.self) { try meter.check() }
    #expect(
      found?.description == "living Knot objects rise by 1.00 with each repetition: 4 after 4, 8 after 8")
  }

  @Test("A cache that fills up, and what is made on first use, are no growth")
  func level() throws {
    let session = Session()
    try assertNoGrowth(over: 50, of: session) {
      if session.items.count < 8 { session.items.append(Item()) }
      session.byName["again"] = Item()
    }
  }

  @Test("What is added only now and then rises too")
  func slowly() {
    #expect(Growth(numbers: (1...50).map { Double($0 / 10) }).rises)
    #expect(!Growth(numbers: (1...50).map { $0 < 30 ? 1 : 2 }).rises)
    #expect(!Growth(numbers: (1...50).map { Double($0 % 7) }).rises)
    #expect(Growth(numbers: (1...50).map { Double($0 * 3 + $0 % 2) }).rises)
  }

  @Test("Resident memory is read")
  func memory() throws {
    #expect(try #require(ResidentMemory.bytes) > 1_000_000)
  }
}
