import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("Objects that other threads change during a walk")
struct ChangingObjectsTests {
  fileprivate final class Leaf: Sendable {
    let text = "a text that is too long to be kept inline"
  }

  fileprivate enum Choice {
    case none
    case one(Leaf)
    case two(Int, Leaf, Leaf)
  }

  /// A class behind a lock, as it is right in Swift 6.
  fileprivate final class Locked: @unchecked Sendable {
    private let lock = NSLock()
    private var leaves: [Leaf] = []
    private var byNumber: [Int: Leaf] = [:]
    private var choice = Choice.none
    private var anything: any Sendable = 0
    private var optional: Leaf?
    private var closure: @Sendable () -> Void = {}
    private weak var last: Leaf?

    func change(_ number: Int) {
      lock.withLock {
        let leaf = Leaf()
        if leaves.count > 40 { leaves.removeFirst(30) }
        leaves.append(leaf)
        byNumber[number % 50] = number % 3 == 0 ? nil : leaf
        choice = number % 2 == 0 ? .one(leaf) : .two(number, Leaf(), leaf)
        anything = number % 2 == 0 ? leaf as any Sendable : (leaf, Leaf(), leaf, leaf) as any Sendable
        optional = number % 4 == 0 ? nil : leaf
        closure = { withExtendedLifetime(leaf) {} }
        last = leaf
      }
    }
  }

  private final class Guarded: Sendable {
    let leaves = Mutex<[Int: Leaf]>([:])
  }

  private actor Keeper {
    private var leaves: [Leaf] = []
    func change(_ number: Int) {
      if leaves.count > 40 { leaves.removeAll(keepingCapacity: number % 2 == 0) }
      leaves.append(Leaf())
    }
  }

  private final class End: Sendable {
    private let isReached = Atomic(false)
    var isOver: Bool { isReached.load(ordering: .relaxed) }
    func reach() { isReached.store(true, ordering: .relaxed) }
  }

  private final class Root {
    let locked = (0..<50).map { _ in Locked() }
    let guarded = Guarded()
    let keeper = Keeper()
    let constant = Leaf()
  }

  @Test("are walked without harm, and what stays is found each time")
  func walked() async throws {
    let effort = try Effort()
    let root = Root()
    let end = End()
    let hands = (0..<3).map { hand in
      let (locked, guarded) = (root.locked, root.guarded)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        var number = hand
        while !end.isOver {
          locked[number % locked.count].change(number)
          guarded.leaves.withLock { $0[number % 30] = Leaf() }
          number += 1
        }
        ended.signal()
      }
      return ended
    }
    let keeper = root.keeper
    let work = Task.detached {
      var number = 0
      while !end.isOver {
        await keeper.change(number)
        number += 1
      }
    }
    let graph = ObjectGraph()
    let rounds = effort.rounds(100)
    var found = 0
    for _ in 0..<rounds {
      let memory = graph.remember([GraphRoot(root)])
      if memory.survivors().contains(where: { $0.plainPath == "Root.constant -> Leaf" }) { found += 1 }
    }
    end.reach()
    for hand in hands { hand.wait() }
    await work.value
    #expect(found == rounds)
    let after = graph.remember([GraphRoot(root)])
    #expect(after.notLookedInto == [])
    effort.report("\(rounds) walks beside three threads and a task")
  }
}
