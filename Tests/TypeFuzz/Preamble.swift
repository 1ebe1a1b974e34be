/// What every generated program begins with.
enum Preamble {
  static let text = #"""
    import Glibc
    import ObjectGraph
    import Observation
    import Synchronization

    nonisolated(unsafe) var alive: [String: Int] = [:]
    class Target: Hashable {
      init() { alive["\(type(of: self))", default: 0] += 1 }
      deinit { alive["\(type(of: self))", default: 0] -= 1 }
      static func == (one: Target, other: Target) -> Bool { one === other }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    protocol Marked {}
    protocol Fast: AnyObject {}
    protocol Sorted<Item> { associatedtype Item }
    protocol Lonely: ~Copyable {}
    enum Mark { case first, second, third }
    struct Wrap<A>: Marked {
      let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    struct Unique<A: ~Copyable>: ~Copyable {
      let number: UInt8 = 1
      let inner: A
      init(_ inner: consuming A) { self.inner = inner }
    }
    struct Sort<A, Item>: Sorted {
      let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    final class FastBox<A>: Marked, Fast {
      let inner: A
      init(_ inner: A) { self.inner = inner }
      func closure() -> () -> Void { { use(self.inner) } }
    }
    final class FastSort<A>: Sorted, Fast {
      typealias Item = Int
      let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    struct Fault<A>: Error, @unchecked Sendable {
      let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    final class ClassFault<A>: Error, @unchecked Sendable {
      let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    struct Weakly<A: AnyObject> {
      weak var inner: A?
      init(_ inner: A) { self.inner = inner }
    }
    struct Unowned<A: AnyObject> {
      unowned let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    struct UnownedUnsafe<A: AnyObject> {
      unowned(unsafe) let inner: A
      init(_ inner: A) { self.inner = inner }
    }
    final class Keys { subscript(key: Target) -> Int { 1 } }
    final class CountedBuffer<A>: ManagedBuffer<Int, A> {
      static func of(_ item: A) -> CountedBuffer<A> {
        let buffer = create(minimumCapacity: 3) { _ in 1 }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: item) }
        return unsafeDowncast(buffer, to: CountedBuffer<A>.self)
      }
      deinit { _ = withUnsafeMutablePointers { count, items in items.deinitialize(count: count.pointee) } }
    }
    @Observable final class Observed<A> {
      var inner: A
      init(_ inner: A) { self.inner = inner }
    }
    actor Ward<A> {
      let inner: A
      init(_ inner: sending A) { self.inner = inner }
    }
    extension Marked { func closure() -> () -> Void { { use(self) } } }

    @inline(never) @_optimize(none) func use<A: ~Copyable>(_ value: borrowing A) {}
    func constant<A>(_ value: A) -> () -> A { { value } }
    func taking<A>(_ value: A) -> (A) -> Void { { _ in use(value) } }
    func changing<A>(_ value: A) -> (inout A, Int) -> A { { one, _ in one = value; return value } }
    func twice<A>(_ value: A) -> (A, A) { (value, value) }
    func text(_ length: Int) -> String { String(repeating: "x", count: length + odd % 2) }
    func pointer<A>(_ value: A) -> UnsafeMutablePointer<A> {
      let pointer = UnsafeMutablePointer<A>.allocate(capacity: 1)
      pointer.initialize(to: value)
      return pointer
    }
    nonisolated(unsafe) var odd = CommandLine.arguments.count
    nonisolated(unsafe) var keeper: [AnyObject] = []
    func kept<A: AnyObject>(_ object: A) -> A {
      keeper.append(object)
      return object
    }

    let isWalking = CommandLine.arguments.last != "without-walk"

    enum Hold { case strong, weak, hidden }
    struct Plant {
      let type: String
      let hold: Hold
      let names: [String]
      init(_ id: Int, _ hold: Hold, _ names: [String]) {
        type = "T\(id)"
        self.hold = hold
        self.names = names
      }
    }
    nonisolated(unsafe) let graph = ObjectGraph()
    nonisolated(unsafe) var problems = 0

    func complain(_ problem: String) {
      problems += 1
      print(problem)
    }

    /// The properties and cases on the way to what was not looked into.
    func names(in entry: String) -> [String] {
      entry.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        .filter { ($0.hasPrefix("f") || $0.hasPrefix("c")) && Int($0.dropFirst()) != nil }
    }

    /// Whether the names are some of those on the way to the plant: a closure that captures one object has no name for it.
    func leads(_ names: [String], to plant: Plant) -> Bool {
      var rest = plant.names[...]
      for name in names {
        guard let place = rest.firstIndex(of: name) else { return false }
        rest = rest[(place + 1)...]
      }
      return !names.isEmpty
    }

    @inline(never) func remembered(_ make: () -> AnyObject, _ found: inout Set<String>) -> RememberedObjects {
      let root = make()
      let memory = graph.remember([GraphRoot(root)])
      let survivors = memory.survivors()
      found = Set(survivors.map(\.type))
      let report = graph.explain(survivors, from: [GraphRoot(root)])
      if report.leaks.isEmpty { complain("\(type(of: root)): nothing is explained") }
      if graph.count(from: [GraphRoot(root)]).isEmpty { complain("\(type(of: root)): nothing is counted") }
      return memory
    }

    func check(_ root: String, _ plants: [Plant], _ make: () -> AnyObject) {
      fputs("\(root)\n", stderr)
      if !isWalking {
        for _ in 1...4 { _ = make() }
        return
      }
      let usual = leftovers(make)
      for _ in 1...2 {
        let before = alive
        var found: Set<String> = []
        let memory = remembered(make, &found)
        let unseen = memory.notLookedInto
        for plant in plants {
          let isFound = found.contains(plant.type)
          let isSaid = unseen.contains { leads(names(in: $0), to: plant) }
          let place = "\(plant.type) in \(root).\(plant.names.joined(separator: "."))"
          switch plant.hold {
          case .strong where !isFound && !isSaid: complain("missed: \(place)")
          case .strong where !isFound && unseen.contains { $0.hasPrefix("a type that") && leads(names(in: $0), to: plant) }:
            complain("its type is not known: \(place)")
          case .weak where isFound: complain("held by nobody, but found: \(place)")
          case .hidden where isFound: complain("out of sight, but found: \(place)")
          case .hidden where !isSaid: complain("out of sight, and not said to be: \(place)")
          default: break
          }
        }
        // Swift 6.3 forgets some objects by itself, such as those in an array of optional mutexes.
        for plant in plants where plant.hold == .strong {
          let more = alive[plant.type, default: 0] - before[plant.type, default: 0]
          if more > usual[plant.type, default: 0] { complain("alive after the walk: \(plant.type) of \(root)") }
        }
      }
    }

    /// How many objects of each class stay alive although what was made is let go of, without a walk.
    func leftovers(_ make: () -> AnyObject) -> [String: Int] {
      let before = alive
      _ = make()
      return alive.merging(before) { $0 - $1 }
    }

    func finish() -> Never {
      print("done, \(problems) problems")
      exit(problems == 0 ? 0 : 1)
    }
    """#
}
