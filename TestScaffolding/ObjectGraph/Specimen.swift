#if DEBUG
import ObjectMemory
import Synchronization

/// Holds objects in all the ways that a walk knows, and some in ways that do not keep them alive.
final class Specimen {
  /// An object that a walk should find.
  struct Mark {
    let name: String
    let address: UInt
    /// Whether the specimen keeps it alive.
    var isHeld: Bool

    /// Whether it has one strong reference, and nothing else refers to it.
    var hasCountsOfBefore: Bool { HeapObject(address).strongCount == 1 && ObjectMemoryHolds(address) == 0 }
  }

  final class Target: Sendable {}
  class Ancestor {
    let inherited: Target
    init(_ target: Target) { inherited = target }
  }
  final class Heir<Value>: Ancestor {
    let value: Value
    init(_ target: Target, _ value: Value) {
      self.value = value
      super.init(target)
    }
  }
  struct Pair {
    let number = 1
    let target: Target
  }
  struct Large {
    let numbers = (1, 2, 3)
    let target: Target
  }
  enum Choice {
    case nothing
    case one(Target)
    case two(Int, Target)
    indirect case deeper(Choice)
  }
  struct Failure: Error { let target: Target }
  final class Holder<Value: ~Copyable> {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }
  actor Worker {
    var target: Target
    init(_ target: Target) { self.target = target }
  }

  private(set) var marks: [Mark] = []
  private var field: Target?
  private var heir: Ancestor?
  private var pair: Pair?
  private var tuple: (Int8, Target)?
  private var array: [Pair] = []
  private var dictionary: [String: Target] = [:]
  private var set: Set<ObjectIdentifier> = []
  private var one = Choice.nothing
  private var two = Choice.nothing
  private var deep = Choice.nothing
  private var anything: Any = 0
  private var large: Any = 0
  private var error: (any Error)?
  private var closure: () -> Void = {}
  private var shared: () -> Void = {}
  private var generic: () -> Int = { 0 }
  private var worker: Worker?
  /// Inside of a generic class, so that finding it needs no symbols.
  private let guarded = Holder(Mutex<[Target]>([]))
  private var inline: InlineArray<3, Target?> = [nil, nil, nil]
  private weak var weakly: Target?
  private unowned(unsafe) var unsafely: Target?

  init() {
    field = mark("a property")
    heir = Heir(mark("an ancestor"), Pair(target: mark("a generic class")))
    pair = Pair(target: mark("a struct"))
    tuple = (1, mark("a tuple"))
    array = [Pair(target: mark("an array"))]
    dictionary = ["key": mark("a dictionary")]
    one = .one(mark("a payload"))
    two = .two(1, mark("a payload of two"))
    deep = .deeper(.one(mark("an indirect payload")))
    anything = Pair(target: mark("a small value of any type"))
    large = Large(target: mark("a large value of any type"))
    error = Failure(target: mark("an error"))
    let captured = mark("a closure")
    closure = { _ = captured }
    var variable: Target? = mark("a shared variable")
    shared = { if variable != nil { variable = nil } }
    generic = Self.keeping(mark("a generic closure"), "text")
    worker = Worker(mark("an actor"))
    let locked = mark("a mutex")
    guarded.value.withLock { $0 = [locked] }
    inline[1] = mark("an inline array")
    let elsewhere = mark("what holds nothing", isHeld: false)
    (weakly, unsafely) = (elsewhere, elsewhere)
    extra = Unmanaged.passRetained(elsewhere)
  }

  /// Keeps an object alive that a walk must not find.
  private var extra: Unmanaged<Target>?
  deinit { extra?.release() }

  private static func keeping<Value, Other>(_ value: Value, _ other: Other) -> () -> Int {
    { MemoryLayout.size(ofValue: value) + MemoryLayout.size(ofValue: other) }
  }

  private func mark(_ name: String, isHeld: Bool = true) -> Target {
    let target = Target()
    marks.append(Mark(name: name, address: HeapObject(target).address, isHeld: isHeld))
    return target
  }
}
#endif
