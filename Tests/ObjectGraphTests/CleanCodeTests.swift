import Dispatch
import Leaks
import ObjectGraph
import TestSupport
import Testing

@Suite("Clean but tricky code has no leaks")
struct CleanCodeTests {
  private final class Child {
    unowned let parent: Parent
    init(_ parent: Parent) { self.parent = parent }
  }
  private final class Parent {
    var child: Child?
    var work: () -> Void = {}
    lazy var later: () -> Int = { [weak self] in self == nil ? 0 : 1 }
  }

  private static let clean: [@Sendable () -> Any] = [
    {
      let parent = Parent()
      parent.child = Child(parent)
      return parent
    },
    {
      let parent = Parent()
      parent.work = { [weak parent] in parent?.child = nil }
      return parent
    },
    {
      let parent = Parent()
      parent.work = { [unowned parent] in parent.child = nil }
      return parent
    },
    {
      let parent = Parent()
      _ = parent.later()
      return parent
    },
    {
      let session = Session()
      let item = Item()
      item.seen = session
      session.items = [item, item]
      session.byName = ["a": item]
      session.state = .open(item, number: 1)
      return session
    },
    {
      let parent = Parent()
      parent.work = { parent.work = {} }
      parent.work()
      return parent
    },
  ]

  @Test("A thousand times, in seeded orders")
  func clean() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<170 {
      for make in Self.clean.shuffled(using: &random) { try assertNoLeaks { make() } }
    }
  }

  @Test("Work that finishes during settling is waited for")
  @MainActor func settling() async throws {
    for _ in 0..<100 {
      try await assertNoLeaks { () async in
        let session = Session()
        Task { @MainActor in
          for _ in 0..<10 { await Task.yield() }
          session.events += 1
        }
        return session
      }
    }
  }

  @Test("What a queue lets go of a while later is waited for")
  func late() async throws {
    try await assertNoLeaks { () async in
      nonisolated(unsafe) let session = Session()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(60)) { session.events += 1 }
      return session
    }
  }

  @Test("What outlives the test may be held by what is made in it")
  func outliving() throws {
    let shared = Item()
    try assertNoLeaks(outliving: shared) {
      let session = Session()
      session.items = [shared]
      return session
    }
  }

  @Test("What stores itself in a static variable is a leak")
  func ownVariable() throws {
    let failure = #expect(throws: LeaksFound.self) {
      try assertNoLeaks {
        let store = SelfStoring()
        SelfStoring.current = store
        return store
      }
    }
    #expect(failure?.report.leaks.map(\.type) == ["SelfStoring"])
    SelfStoring.current = nil
  }

  @Test("A leak fails the test with its report")
  func failure() throws {
    weak var leaked: Session?
    let failure = #expect(throws: LeaksFound.self) {
      try assertNoLeaks {
        let session = Session()
        session.onEvent = { session.events += 1 }
        leaked = session
        return session
      }
    }
    let place = try #require(failure?.place)
    #expect(place.wholeMatch(of: /CleanCodeTests\.swift:[0-9]+/) != nil)
    #expect(
      failure?.description.replacing(place, with: "here").plain == """
        1 leak (here)
        Session is still alive; it was Session
          held in a cycle: Session.onEvent (closure) captures Session
        """)
    leaked?.onEvent = {}
  }
}

private final class SelfStoring {
  nonisolated(unsafe) static var current: SelfStoring?
}
