import HeldResources
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
