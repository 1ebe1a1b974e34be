import HeldResources
import Testing

@Suite("More and more of what a library may keep")
struct ResourceGrowthTests {
  /// Feeds the numbers, one for each generation; what goes is the latest that came. Returns the first generation after
  /// which there is a leak.
  private static func verdict(_ counts: [Int], from start: Int = 0) -> Int? {
    var members = Array(0..<start)
    var next = start
    var growth = ResourceGrowth(Set(members))
    for (index, count) in counts.enumerated() {
      while members.count > count { members.removeLast() }
      while members.count < count {
        members.append(next)
        next += 1
      }
      growth.record(Set(members), after: index + 1)
      if growth.isLeak(asOf: index + 1) { return index + 1 }
    }
    return nil
  }

  @Test(
    "are a leak once six of the last 24 generations have each left one for good",
    arguments: [
      (Array(1...10), 0, 6),
      ((1...40).map { $0 / 2 }, 0, 12),
      ((1...40).map { $0 / 3 }, 0, 18),
      ((1...40).map { $0 / 4 }, 0, 24),
      ((1...40).map { 5 + 2 * $0 }, 5, 6),
      // There are nine workers now and then, and one more is left each time.
      ((1...40).map { $0 % 3 == 0 ? 9 + $0 : $0 }, 0, 8),
      // A library gives back what it kept, and that hides the leak until there are more than ever.
      ([8, 8, 8, 8] + Array(1...20), 8, 13),
    ] as [([Int], Int, Int)])
  func leaks(counts: [Int], start: Int, generation: Int) {
    #expect(Self.verdict(counts, from: start) == generation)
  }

  @Test(
    "are none where the number stays within bounds",
    arguments: [
      ([Int](repeating: 0, count: 100), 0),
      ([Int](repeating: 7, count: 100), 7),
      // Pools that fill up, one by one or in large steps, and stay as they are.
      ([1, 2, 3, 4, 5] + [Int](repeating: 5, count: 100), 0),
      ([3, 9, 20, 41, 64] + [Int](repeating: 64, count: 100), 0),
      // Bursts: each falls back again.
      ((0..<200).map { [2, 5, 9, 3, 7, 12][$0 % 6] }, 2),
      ((0..<200).map { $0 % 6 }, 0),
      // A pool that fills up again after it was emptied.
      ([8] + Array(1...8) + [Int](repeating: 8, count: 100), 8),
      // As slowly as that, something may as well be a cache that fills.
      ((1...200).map { $0 / 5 }, 0),
    ] as [([Int], Int)])
  func level(counts: [Int], start: Int) {
    #expect(Self.verdict(counts, from: start) == nil)
  }

  @Test("are none where each new one takes the place of an old one")
  func replaced() {
    var growth = ResourceGrowth<Int>()
    for generation in 1...100 {
      growth.record(Set(generation..<(generation + 8)), after: generation)
      #expect(!growth.isLeak(asOf: generation))
    }
  }

  @Test("are none where random numbers come and go, however many there are")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 1...200 {
      var growth = ResourceGrowth<Int>()
      for generation in 1...100 {
        let first = generation * 1_000
        growth.record(Set(first..<(first + .random(in: 0...60, using: &generator))), after: generation)
        #expect(!growth.isLeak(asOf: generation))
      }
    }
  }

  @Test("are none where it was closed late")
  func late() {
    var growth = ResourceGrowth<Int>()
    for generation in 1...40 {
      growth.record([generation], after: generation)
      growth.remove([generation], after: generation)
      #expect(!growth.isLeak(asOf: generation))
      #expect(growth.members == [])
    }
  }

  @Test("are as many as there were in generations after which nothing changed")
  func leftOut() {
    var growth = ResourceGrowth<Int>()
    for generation in stride(from: 4, through: 24, by: 4) {
      #expect(!growth.isLeak(asOf: generation - 1))
      growth.record(Set(0..<generation), after: generation)
    }
    #expect(growth.generationsThatLeftOne(asOf: 24) == [24, 20, 16, 12, 8, 4])
    #expect(growth.isLeak(asOf: 24) && growth.isLeak(asOf: 27) && !growth.isLeak(asOf: 28))
  }
}
