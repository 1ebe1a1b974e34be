import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Objects that stay while what holds them changes")
struct MovingObjectsTests {
  @Test("are found by each walk, however short the time between two changes", arguments: [0, 20, 1_000])
  func found(microseconds: Int) throws {
    let effort = try Effort()
    let (movers, end) = (allMovers, End())
    let hands = (0..<2).map { hand in
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        var number = hand
        while !end.isOver {
          movers[number % movers.count].move(number)
          number += 1
          let next = ContinuousClock.now + .microseconds(microseconds)
          // The shorter pauses are too short for a thread to rest in.
          if microseconds >= 1_000 { usleep(UInt32(microseconds)) }
          while ContinuousClock.now < next {}
        }
        ended.signal()
      }
      return ended
    }
    let (graph, rounds) = (ObjectGraph(), effort.rounds(20))
    var (missed, missedUnguarded, told) = ([String: Int](), 0, 0)
    for _ in 0..<rounds {
      let memory = graph.remember(movers.map { GraphRoot($0, name: $0.name) })
      let paths = memory.survivors().filter { $0.type.plain == "Stone" }.map(\.path)
      for mover in movers {
        let count = paths.count { $0.hasPrefix("\(mover.name) ->") }
        if count == stonesEach { continue }
        if memory.notLookedInto.contains(where: { $0.contains("(\(mover.name) ->") }) {
          told += 1
        } else if mover.isGuarded {
          missed["\(mover.name): \(count)", default: 0] += 1
        } else {
          missedUnguarded += 1
        }
      }
    }
    end.reach()
    for hand in hands { hand.wait() }
    #expect(missed == [:])
    // In the middle of a change an object may be nowhere but in a register, for as long as its thread has to wait.
    #expect(missedUnguarded * 200 <= rounds * movers.count)
    #expect(told * 10 <= rounds * movers.count)
    effort.report(
      """
      \(rounds) walks beside changes each \(microseconds) µs, missed behind a lock \(missed.count), elsewhere \
      \(missedUnguarded), said to change all the time \(told)
      """)
  }
}

private let stonesEach = 8

private final class End: Sendable {
  private let isReached = Atomic(false)
  var isOver: Bool { isReached.load(ordering: .relaxed) }
  func reach() { isReached.store(true, ordering: .relaxed) }
}

private final class Stone: Sendable {
  static func some() -> [Stone] { (0..<stonesEach).map { _ in Stone() } }
}

// MARK: - What holds them

/// Changes how it holds its stones, and keeps all of them.
private class Mover: @unchecked Sendable {
  let name: String
  var isGuarded: Bool { false }
  init(_ name: String) { self.name = name }
  func move(_ number: Int) {}
}

/// Behind a lock that walks know.
private final class GuardedMover<Value: Sendable>: Mover, @unchecked Sendable {
  private let value: Mutex<Value>
  private let change: (inout Value, Int) -> Void
  override var isGuarded: Bool { true }
  init(_ name: String, _ value: Value, _ change: @escaping (inout Value, Int) -> Void) {
    self.value = Mutex(value)
    self.change = change
    super.init("\(name), guarded")
  }
  override func move(_ number: Int) { value.withLock { change(&$0, number) } }
}

/// Behind a lock that they do not know, as in an actor.
private final class LockedMover<Value: Sendable>: Mover, @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value
  private let change: (inout Value, Int) -> Void
  init(_ name: String, _ value: Value, _ change: @escaping (inout Value, Int) -> Void) {
    (self.value, self.change) = (value, change)
    super.init(name)
  }
  override func move(_ number: Int) { lock.withLock { change(&value, number) } }
}

private func movers<Value: Sendable>(
  _ name: String, _ value: () -> Value, _ change: @escaping (inout Value, Int) -> Void
) -> [Mover] {
  [GuardedMover(name, value(), change), LockedMover(name, value(), change)]
}

/// What is never changed, but replaced.
private final class Inner: Sendable {
  let stones: [Stone]
  init(_ stones: [Stone]) { self.stones = stones }
}
private final class Outer: Sendable {
  let inner: Inner
  init(_ stones: [Stone]) { inner = Inner(stones) }
  func again() -> Outer { Outer(inner.stones.map { $0 }) }
}
private enum Case: Sendable {
  case one(Outer)
  case two(Int, Outer)
  indirect case inside(Case)

  var outer: Outer {
    switch self {
    case .one(let outer), .two(_, let outer): outer
    case .inside(let other): other.outer
    }
  }
}
private struct Failure: Error { let stones: [Stone] }

private func closure(with stones: [Stone]) -> @Sendable () -> [Stone] { { stones } }

private var allMovers: [Mover] {
  movers("rotated", Stone.some) { stones, number in
    let (from, to) = (number % stonesEach, number / 2 % stonesEach)
    stones.insert(stones[from], at: to)
    stones.remove(at: to > from ? from : from + 1)
  }
    + movers("replaced storage", Stone.some) { stones, _ in stones = stones.map { $0 } }
    + movers("in two arrays", { [Stone.some(), []] }) { stones, _ in
      stones[1] = stones[0]
      stones[0] = []
      stones.swapAt(0, 1)
    }
    + movers("dictionary", { Dictionary(uniqueKeysWithValues: zip(0..., Stone.some())) }) { stones, number in
      let (key, other) = (number % stonesEach, stonesEach + number % 3)
      stones[other] = stones[key]
      stones[key] = nil
      stones[key] = stones[other]
      stones[other] = nil
      if number.isMultiple(of: 3) { stones = Dictionary(uniqueKeysWithValues: stones.map { ($0, $1) }) }
    }
    + movers("replaced objects", { Outer(Stone.some()) }) { outer, _ in outer = outer.again() }
    + movers("enumeration", { [Case.one(Outer([])), .one(Outer(Stone.some()))] }) { cases, number in
      let outer = cases[1].outer.again()
      cases[1] = number % 3 == 0 ? .one(outer) : number % 3 == 1 ? .two(number, outer) : .inside(.one(outer))
    }
    + movers("closure", { closure(with: Stone.some()) }) { current, _ in
      current = closure(with: current().map { $0 })
    }
    + movers("any value", { (1, 2, 3, Stone.some()) as any Sendable }) { value, number in
      if let old = value as? (Int, Int, Int, [Stone]) { value = (number, 2, 3, old.3.map { $0 }) }
    }
    + movers("error", { Failure(stones: Stone.some()) as any Error }) { error, _ in
      if let old = error as? Failure { error = Failure(stones: old.stones.map { $0 }) }
    }
}
