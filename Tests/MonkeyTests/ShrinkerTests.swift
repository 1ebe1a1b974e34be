import Testing

@Suite("A shrinker")
struct ShrinkerTests {
  @Test("keeps what a failure needs, in its order, and nothing else")
  func needed() throws {
    var shrinker = Shrinker<Int> { $0.contains(3) && $0.contains(71) && $0.contains(72) }
    #expect(try shrinker.shrink(Array(0..<100)) == [3, 71, 72])
  }

  @Test("leaves no item that can go, even where one can only go after another")
  func oneByOne() throws {
    // A 5 needs a 4 before it, a 4 a 3.
    var shrinker = Shrinker<Int> { items in
      items.contains(9) && (!items.contains(5) || items.contains(4))
        && (!items.contains(4) || items.contains(3))
    }
    #expect(try shrinker.shrink([3, 4, 5, 9]) == [9])
  }

  @Test("returns nothing where nothing is needed")
  func nothing() throws {
    var shrinker = Shrinker<Int> { _ in true }
    #expect(try shrinker.shrink([1, 2, 3]) == [])
  }

  @Test("stops after as many tries as it may make")
  func limit() throws {
    var tries = 0
    var shrinker = Shrinker<Int>(limit: 7) { _ in
      tries += 1
      return false
    }
    #expect(try shrinker.shrink(Array(0..<100)) == Array(0..<100))
    #expect(tries == 7)
  }
}
