import Foundation
import ObjectGraph
import Synchronization
import Testing

@Suite("Where Swift 6 keeps state")
struct ModernStateTests {
  /// The paths to the goals that a value holds, and what was not looked into.
  private func walk(_ value: Any) -> (paths: [String], notes: [String]) {
    let memory = ObjectGraph().remember([GraphRoot(value, name: "root")])
    return (
      memory.survivors().filter { $0.type.plain == "Goal" }.map(\.plainPath),
      memory.notLookedInto.map(\.plain)
    )
  }

  private final class Locked {
    let all: Mutex<[String: Goal]>
    let number = Mutex(1)
    let count = Atomic(1)
    init(_ all: sending [String: Goal]) { self.all = Mutex(all) }
  }
  private final class Lazy { let goal = AtomicLazyReference<Goal>() }

  @Test("What is guarded by a mutex or an atomic reference is found")
  func synchronization() {
    let found = walk(Locked(["a": Goal()]))
    #expect(found == (["root -> Locked.all[…] -> Goal"], []))
    let lazy = Lazy()
    _ = lazy.goal.storeIfNil(Goal())
    #expect(walk(lazy) == (["root -> Lazy.goal -> Goal"], []))
  }

  private final class Owner {
    let ticket = Ticket(goal: Goal())
    var offer = Offer.many([Goal()], 1)
    var one = Offer.one(Goal())
    var none = Offer.none
    let keeper = Keeper(Ticket(goal: Goal()))
    let guarded = Mutex(Keeper([Goal()]))
  }

  @Test("What cannot be copied is looked into: structs, enums, generic ones")
  func noncopyable() {
    let found = walk(Owner())
    #expect(
      found.paths.sorted() == [
        "root -> Owner.guarded.value[0] -> Goal", "root -> Owner.keeper.value.goal -> Goal",
        "root -> Owner.offer.many.0[0] -> Goal", "root -> Owner.one.one -> Goal",
        "root -> Owner.ticket.goal -> Goal",
      ])
    #expect(found.notes == [])
  }

  @Test("What cannot be copied is found in a generic class, where nobody says what it is")
  func generic() {
    #expect(walk(Held(Ticket(goal: Goal()))).paths.count == 1)
    #expect(walk(Held(Mutex(Goal()))).paths.count == 1)
    #expect(walk(Held(Keeper(Mutex([Goal()])))).paths.count == 1)
  }

  @Test("Each element of an inline array is found, however long it is")
  func inlineArrays() {
    let three: InlineArray<3, Goal?> = [Goal(), nil, Goal()]
    #expect(
      walk(Held(three)).paths == ["root -> Held<InlineArray<3, Optional<Goal>>>.value[0] -> Goal"] + [
        "root -> Held<InlineArray<3, Optional<Goal>>>.value[2] -> Goal"
      ])
    let many = InlineArray<3_000, Goal> { _ in Goal() }
    let found = walk(Held(many))
    #expect(found.paths.count == 3_000 && found.notes == [])
    #expect(found.paths.last == "root -> Held<InlineArray<3000, Goal>>.value[2999] -> Goal")
  }

  @Test("Packs are found, stored and captured")
  func packs() {
    #expect(walk(Packed(1, Goal(), "a")).paths == ["root.values.1 -> Goal"])
    #expect(walk(Held(Packed(Goal()))).paths.count == 1)
    for _ in 1...2 {
      #expect(walk(Held(countingAll(1, Goal(), "text", Goal()))).paths.count == 2)
      #expect(walk(Held(countingAll(Goal()))).paths.count == 1)
      let whole = walk(Held(Packed(Int8(1), Goal()).count()))
      #expect(whole.paths == ["root -> Held<() -> Int>.value (closure) captures values.1 -> Goal"])
      #expect(whole.notes == [])
    }
  }

  @Test("Captures of types that depend on a parameter are found by its conformance")
  func dependentTypes() {
    let captures = "root -> Held<() -> Goal>.value (closure) captures"
    #expect(walk(Held([Goal()].getter(at: 0))) == (["\(captures) [0] -> Goal"], []))
    let dictionary = [1: Goal()]
    #expect(walk(Held(dictionary.getter(at: dictionary.startIndex))).paths.count == 1)
    #expect(walk(Held([Goal]().holder(of: Goal()))).paths.count == 1)
    #expect(walk(Held([Goal]().holder(of: Goal()))).notes == [])
    let shelf = walk(Held(holder(GoalShelf(), of: Goal(), and: [Goal()])))
    #expect(shelf.paths == ["root -> Held<() -> Int>.value (closure) captures Goal"])
    // A list of what depends on a parameter is not known by name.
    #expect(shelf.notes == ["a capture whose type is not known (root -> Held<() -> Int>.value (closure))"])
  }

  @Test("What a closure captures behind an existential of Equatable is found")
  func equatable() {
    let (one, two, goal): (any Equatable, (any Equatable & Shelf)?, Goal) = (1, nil, Goal())
    let three: (any Encodable & Equatable & Identifiable)? = nil
    let closure: () -> Int = { withExtendedLifetime((one, two, three, goal)) { 1 } }
    #expect(walk(Held(closure)) == (["root -> Held<() -> Int>.value (closure) captures Goal"], []))
  }

  @Test("What a closure captures behind a function of C is found")
  func functionsOfC() {
    #expect(
      walk(Held(calling({ $0 }, with: Goal()))) == (
        ["root -> Held<() -> Int32>.value (closure) captures Goal"], []
      ))
  }

  @Test("A struct of an unlucky name is looked into as any other")
  func unluckyName() {
    #expect(walk(Held(_Cell(goal: Goal()))) == (["root -> Held<_Cell>.value.goal -> Goal"], []))
  }

  private final class Key: Hashable {
    let goal = Goal()
    static func == (one: Key, other: Key) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test("What stands in the subscripts of a key path is found")
  func keyPaths() {
    let key = Key()
    #expect(walk(Held(\[Key: Int].[key])).paths.count == 1)
    #expect(walk(Held(\[Int].[0])).paths == [])
  }

  @Test("What waits in a stream is found, until it is taken")
  func streams() async {
    let (stream, source) = AsyncStream.makeStream(of: Goal.self)
    for _ in 0..<3 { source.yield(Goal()) }
    #expect(walk(Held(source)).paths.count == 3)
    var iterator = stream.makeAsyncIterator()
    _ = await iterator.next()
    #expect(walk(Held(source)).paths.count == 2)
    source.finish()
  }

  private enum GoalKey: AttributedStringKey {
    typealias Value = Goals
    static let name = "goal"
  }
  private struct Goals: Hashable, Sendable {
    let goal = Goal()
    static func == (one: Goals, other: Goals) -> Bool { one.goal === other.goal }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(goal)) }
  }

  @Test("Attributes of a text are found")
  func attributes() {
    var text = AttributedString("a text")
    text[GoalKey.self] = Goals()
    #expect(walk(Held(text)).paths.count == 1)
  }

  @Test("A task that has ended holds its result")
  func tasks() async {
    let task = Task { Goal() }
    _ = await task.value
    #expect(walk(Held(task)) == (["root -> Held<Task<Goal, Never>>.value -> Task -> result -> Goal"], []))
  }
}

private func == (one: (paths: [String], notes: [String]), other: ([String], [String])) -> Bool {
  one.paths == other.0 && one.notes == other.1
}
