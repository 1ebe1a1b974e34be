import ObjectGraph
import Synchronization
import Testing

/// Types whose names are made of words that stand before them in the full names: of the module, of a library, of one
/// another. Nobody but the compiler writes such a word twice.
@Suite("What cannot be copied, under any name")
struct HiddenTypeTests {
  private func walk(_ value: Any) -> (paths: [String], notes: [String]) {
    let memory = ObjectGraph().remember([GraphRoot(value, name: "root")])
    let paths = memory.survivors().filter { $0.type.hasSuffix("Goal") }.map(\.path)
    return (paths.map { String($0.dropFirst("root -> ".count)) }.sorted(), memory.notLookedInto)
  }

  private final class Concrete {
    let list = Mutex<[MutexGoal]>([])
    let table = Mutex<[String: ObjectGraphGoal]>([:])
    let secret = Mutex<[SynchronizationGoal]>([])
    let pair = Mutex<(ObjectGraphGoal?, MutexGoal)?>(nil)
    let named = Mutex<(mutex: MutexGoal?, object: [ObjectGraphGoal])>((nil, []))
    let later = AtomicLazyReference<LazyGoal>()
    let call = Mutex<(@Sendable (ObjectGraphGoal) -> MutexGoal)?>(nil)
    let any = Mutex<(any MutexObject)?>(nil)
    let constrained = Mutex<(any GraphTable<MutexGoal>)?>(nil)
    let keeper: GraphKeeper<[any GraphTable<Int> & MutexObject]>
    let single: any GraphSpare & ~Copyable
    let meta = Mutex<(MutexGoal.Type, [MutexGoal])>((MutexGoal.self, []))
    let long = Mutex<(MutexGoal?, MutexGoal?, [MutexGoal], [MutexGoal])>((nil, nil, [], []))

    init(_ goal: MutexGoal) {
      keeper = GraphKeeper([GoalTable<Int>(goal: goal)])
      single = GoalTicket(MutexGoal())
    }

    func fill() {
      constrained.withLock { $0 = GoalTable<MutexGoal>(goal: MutexGoal()) }
      list.withLock { $0 = [MutexGoal()] }
      table.withLock { $0 = ["a": ObjectGraphGoal()] }
      secret.withLock { $0 = [SynchronizationGoal()] }
      pair.withLock { $0 = (ObjectGraphGoal(), MutexGoal()) }
      named.withLock { $0 = (MutexGoal(), [ObjectGraphGoal()]) }
      _ = later.storeIfNil(LazyGoal())
      let goal = MutexGoal()
      call.withLock { $0 = { _ in goal } }
      any.withLock { $0 = MutexGoal() }
      meta.withLock { $0.1 = [MutexGoal()] }
      long.withLock { $0 = (MutexGoal(), MutexGoal(), [MutexGoal()], [MutexGoal()]) }
    }
  }

  @Test("In a lock, with words of the lock's own name and of the module's")
  func concrete() {
    let concrete = Concrete(MutexGoal())
    concrete.fill()
    let found = walk(concrete)
    #expect(
      found.paths == [
        "Concrete.any -> MutexGoal", "Concrete.call (closure) captures MutexGoal",
        "Concrete.constrained.goal -> MutexGoal", "Concrete.keeper.value[0].goal -> MutexGoal",
        "Concrete.later -> LazyGoal", "Concrete.list[0] -> MutexGoal", "Concrete.long.0 -> MutexGoal",
        "Concrete.long.1 -> MutexGoal", "Concrete.long.2[0] -> MutexGoal", "Concrete.long.3[0] -> MutexGoal",
        "Concrete.meta.1[0] -> MutexGoal", "Concrete.named.0 -> MutexGoal",
        "Concrete.named.1[0] -> ObjectGraphGoal",
        "Concrete.pair.0 -> ObjectGraphGoal", "Concrete.pair.1 -> MutexGoal",
        "Concrete.secret[0] -> SynchronizationGoal", "Concrete.single.goal -> MutexGoal",
        "Concrete.table[…] -> ObjectGraphGoal",
      ])
    #expect(found.notes == [])
  }

  private final class Generic<Value: Hashable & Sendable> {
    let list = Mutex<[Value: ObjectGraphGoal]>([:])
    let own: GraphKeeper<GraphKeeper<Value>>
    let nested: Inner
    let both: GraphPair<MutexGoal, Value>
    let maybe: GraphKeeper<ObjectGraphGoal>?
    let locked = Mutex<(Value?, [MutexGoal])>((nil, []))

    struct Inner: ~Copyable {
      let value: Value
      let goal: MutexGoal
    }

    init(_ value: Value) {
      own = GraphKeeper(GraphKeeper(value))
      nested = Inner(value: value, goal: MutexGoal())
      both = GraphPair(MutexGoal(), value)
      maybe = GraphKeeper(ObjectGraphGoal())
      let (list, locked) = (ObjectGraphGoal(), MutexGoal())
      self.list.withLock { $0 = [value: list] }
      self.locked.withLock { $0 = (nil, [locked]) }
    }
  }

  @Test("In generic types, inside one another and nested in them")
  func generic() {
    let found = walk(Generic(SynchronizationGoal()))
    let type = "Generic<SynchronizationGoal>"
    #expect(
      found.paths == [
        "\(type).both.first -> MutexGoal", "\(type).list[key …] -> SynchronizationGoal",
        "\(type).list[…] -> ObjectGraphGoal",
        "\(type).locked.1[0] -> MutexGoal", "\(type).maybe.value -> ObjectGraphGoal",
        "\(type).nested.goal -> MutexGoal",
      ])
    #expect(found.notes == [])
  }

  private final class Optionals {
    var ticket: GoalTicket?
    var keeper: GraphKeeper<GoalTicket>?
    var pair: GraphPair<GoalTicket, GoalTicket?>?
    var choice = GoalChoice.none
    var maybe: GoalChoice?
    var twice: GoalTicket??
    var array: InlineArray<2, GoalTicket?> = [nil, nil]
    let locked = Mutex<GoalTicket?>(nil)
    var atomic: Mutex<GoalTicket?>?

    func fill() {
      ticket = GoalTicket(MutexGoal())
      keeper = GraphKeeper(GoalTicket(MutexGoal()))
      pair = GraphPair(GoalTicket(MutexGoal()), GoalTicket(MutexGoal()))
      choice = .one(GoalTicket(MutexGoal()))
      maybe = .keeper(GraphKeeper(GoalTicket(MutexGoal())))
      twice = GoalTicket(MutexGoal())
      array[1] = GoalTicket(MutexGoal())
      locked.withLock { $0 = GoalTicket(MutexGoal()) }
      atomic = Mutex(GoalTicket(MutexGoal()))
    }
  }

  @Test("In an optional, in an enum, and optional in a lock")
  func optionals() {
    let optionals = Optionals()
    #expect(walk(optionals) == ([], []))
    optionals.fill()
    let found = walk(optionals)
    #expect(
      found.paths == [
        "Optionals.array[1].goal -> MutexGoal", "Optionals.atomic.goal -> MutexGoal",
        "Optionals.choice.one.goal -> MutexGoal", "Optionals.keeper.value.goal -> MutexGoal",
        "Optionals.locked.goal -> MutexGoal", "Optionals.maybe.keeper.value.goal -> MutexGoal",
        "Optionals.pair.first.goal -> MutexGoal", "Optionals.pair.second.goal -> MutexGoal",
        "Optionals.ticket.goal -> MutexGoal", "Optionals.twice.goal -> MutexGoal",
      ])
    #expect(found.notes == [])
  }

  private final class Extended {
    let inArray: [MutexGoal].GraphSpare
    let inSet: Set<MutexGoal>.GraphSpare
    let deep = ObjectGraphGoal.Drawer.Box(MutexGoal())
    init() {
      inArray = [MutexGoal].GraphSpare(MutexGoal())
      inSet = Set<MutexGoal>.GraphSpare(MutexGoal())
    }
  }

  @Test("Nested in types of others and in several types")
  func nested() {
    let found = walk(Extended())
    #expect(
      found.paths == [
        "Extended.deep.goal -> MutexGoal", "Extended.inArray.element -> MutexGoal",
        "Extended.inSet.element -> MutexGoal",
      ])
    #expect(found.notes == [])
  }
}

private func == (one: (paths: [String], notes: [String]), other: ([String], [String])) -> Bool {
  one.paths == other.0 && one.notes == other.1
}

protocol MutexObject: Sendable {}

protocol GraphSpare: ~Copyable {}

protocol GraphTable<Item>: Sendable {
  associatedtype Item
}

struct GoalTable<Item>: GraphTable, MutexObject {
  let goal: MutexGoal
}

final class MutexGoal: MutexObject, Hashable {
  static func == (one: MutexGoal, other: MutexGoal) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class SynchronizationGoal: Hashable, Sendable {
  static func == (one: SynchronizationGoal, other: SynchronizationGoal) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class LazyGoal: Sendable {}

final class ObjectGraphGoal: Sendable {
  enum Drawer {
    struct Box: ~Copyable {
      let goal: MutexGoal
      init(_ goal: MutexGoal) { self.goal = goal }
    }
  }
}

struct GoalTicket: ~Copyable, GraphSpare {
  let number = 1
  let goal: MutexGoal
  init(_ goal: MutexGoal) { self.goal = goal }
}

enum GoalChoice: ~Copyable {
  case none
  case one(GoalTicket)
  case keeper(GraphKeeper<GoalTicket>)
}

struct GraphKeeper<Value: ~Copyable>: ~Copyable {
  let number: UInt8 = 1
  let value: Value
  init(_ value: consuming Value) { self.value = value }
}

private struct GraphPair<First: ~Copyable, Second: ~Copyable>: ~Copyable {
  let first: First
  let second: Second
  init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }
}

extension Array {
  struct GraphSpare: ~Copyable {
    let element: Element
    init(_ element: Element) { self.element = element }
  }
}

extension Set {
  struct GraphSpare: ~Copyable {
    let element: Element
    init(_ element: Element) { self.element = element }
  }
}
