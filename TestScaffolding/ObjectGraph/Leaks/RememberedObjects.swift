#if DEBUG
public import Leaks
import ObjectMemory

/// Weak references to the class instances that a walk has met.
public final class RememberedObjects {
  /// Those behind the first nodes that belong to the process, too.
  private var lasting: Set<Int32> = []
  /// How many of the first nodes belong to the process, of which objects on the way may be a part.
  private let lastingCount: Int
  /// Objects that were found to belong to the process later on.
  private var adopted: [(object: WeakReferences, record: Leak?)] = []
  /// The first generation that left an object in a variable that may keep one, by what the variable is called.
  private var keepers: [String: Int] = [:]
  /// Those of them that are kept by a static variable, and are alive.
  public var survivesInStatic: [Leak] { adopted.compactMap { $0.object.isAlive ? $0.record : nil } }

  /// The generation that held the objects; nil outside of an app.
  public let generation: Int?

  /// Who held whom, apart from who was met first: that is in `origins`.
  private let furtherEdges: [Walk.Edge]
  fileprivate let references: WeakReferences
  fileprivate let origins: UnsafeMutablePointer<ObjectNode>
  fileprivate let numbers: UnsafeMutablePointer<Int32>
  private let total: Int
  private let layouts: LayoutCache

  /// The number of remembered class instances.
  public var count: Int { references.count }

  private let notes: [Walk.Note]
  /// What the walk could not look into, each with its type and path: `UnsafeRawPointer (Session.buffer)`.
  public var notLookedInto: [String] { problem.map { [Canary.note($0)] } ?? trail.texts(of: notes) }

  /// Why nothing could be walked; nil if everything was as expected.
  fileprivate let problem: String?
  /// The classes of the objects if nothing could be walked.
  private let rootTypes: [any AnyObject.Type]

  /// Remembers the objects that a walk met, starting with the given position.
  init(_ walk: Walk, from first: Int, besides others: RememberedObjects? = nil, generation: Int? = nil) {
    self.generation = generation
    layouts = walk.layouts
    problem = nil
    rootTypes = []
    notes = walk.notes
    furtherEdges = Array(walk.edges)
    total = walk.count
    origins = .allocate(capacity: max(total, 1))
    references = WeakReferences(capacity: total)
    numbers = .allocate(capacity: max(total, 1))
    lastingCount = first
    let found = ObjectWalkReport(walk.memory, first, origins, numbers)
    let lastingAddresses = others?.addresses ?? []
    let adopted = Set(others?.adopted.compactMap { $0.object.address(0) } ?? [])
    for position in 0..<found {
      let (number, address) = (numbers[position], walk[numbers[position]].address)
      if lastingAddresses.contains(address) || adopted.contains(address) {
        lasting.insert(number)
        continue
      }
      numbers[references.count] = number
      references.add(objectAt: address)
    }
  }

  /// Remembers only the roots that are objects, because nothing can be walked.
  init(_ roots: [GraphRoot], unwalkable problem: String, generation: Int? = nil) {
    self.generation = generation
    self.problem = problem
    layouts = LayoutCache()
    notes = []
    furtherEdges = []
    let objects = roots.compactMap { type(of: $0.value) is AnyClass ? $0.value as AnyObject : nil }
    rootTypes = objects.map { type(of: $0) }
    (total, lastingCount) = (0, 0)
    origins = .allocate(capacity: 1)
    references = WeakReferences(capacity: objects.count)
    numbers = .allocate(capacity: max(objects.count, 1))
    for (position, object) in objects.enumerated() {
      references.add(objectAt: HeapObject(object).address)
      (numbers + position).initialize(to: Int32(position))
    }
  }

  deinit {
    numbers.deallocate()
    origins.deallocate()
  }

  /// The addresses of the objects that are still alive.
  private var addresses: Set<UInt> {
    Set((0..<count).compactMap { references.address($0) })
  }

  /// Whether the variable, so called, has kept an object of an earlier generation already: then what it keeps is not the same
  /// for all. Takes note of it for the next time.
  func hasKept(_ variable: String, before generation: Int?) -> Bool {
    guard let generation else { return false }
    let first = keepers[variable, default: generation]
    keepers[variable] = min(first, generation)
    return first < generation
  }

  /// Makes objects that other memories have remembered a part of the process, from now on and for those memories.
  func adopt(_ survivors: [(survivor: Survivor, record: Leak?)]) {
    adopted.removeAll { !$0.object.isAlive }
    for (survivor, record) in survivors {
      let references = survivor.memory.references
      adopted.append((WeakReferences(survivor.slot, of: references), record))
      references.forget(survivor.slot)
    }
  }

  /// The class of an object, as it was when it was remembered.
  fileprivate func classOfObject(_ slot: Int) -> Any.Type {
    if problem != nil { return rootTypes[slot] }
    return Metadata(layouts.heapLayout(origins[Int(numbers[slot])].layout).pointee.metadata).type
  }

  /// The objects that are reached on a way that leads through none of these, nor through what belongs to the process: what
  /// is left are the parts of all those.
  fileprivate func reached(besides owners: [Int32]) -> Set<Int32> {
    let firstEdges = (0..<total).map { node in
      Walk.Edge(from: origins[node].parent, to: Int32(node), label: 0, index: -1)
    }
    let avoided = lasting.union(0..<Int32(lastingCount)).union(owners)
    var reached = Set<Int32>()
    EdgeIndex(firstEdges + furtherEdges, nodeCount: total).visit(from: [-1]) {
      !avoided.contains($0) && reached.insert($0).inserted
    }
    return reached
  }

  /// Each report asks for it anew, of every generation that has left something behind.
  fileprivate lazy var reachedBesidesProcess = reached(besides: [])

  /// For each node, the number of the way on which it was met.
  fileprivate lazy var ways = layouts.ways(to: origins, total)

  /// Whether any of the objects is still alive.
  public var hasSurvivors: Bool { hasSurvivors(besides: []) }

  /// Whether any object is still alive, not counting objects of these classes.
  public func hasSurvivors(besides classes: Set<ObjectIdentifier>) -> Bool {
    (0..<count).contains { isSurvivor($0, besides: classes) }
  }

  @inline(__always)
  private func isSurvivor(_ slot: Int, besides classes: Set<ObjectIdentifier>) -> Bool {
    references.address(slot) != nil
      && (classes.isEmpty || !classes.contains(ObjectIdentifier(classOfObject(slot))))
  }

  /// The objects that are still alive, in the order in which they were met, without those of these classes.
  public func survivors(besides classes: Set<ObjectIdentifier> = []) -> [Survivor] {
    (0..<count).filter { isSurvivor($0, besides: classes) }.map { Survivor(memory: self, slot: $0) }
  }

  fileprivate var trail: Trail {
    Trail(layouts: layouts) { [origins] in
      origins[Int($0)]
    } key: { [layouts, origins] holder, _, _ in
      layouts.heapLayout(origins[Int(holder)].layout).pointee.shape.isHashed ? "…" : nil
    }
  }
}

/// An object that is still alive although it should be gone.
public struct Survivor {
  /// Its class.
  public var type: String { TypeNames.name(of: Metadata(memory.classOfObject(slot))) }
  fileprivate let memory: RememberedObjects
  fileprivate let slot: Int
  fileprivate var number: Int32 { memory.numbers[slot] }

  /// The address of the object; nil once it has begun to end.
  var address: UInt? { memory.references.address(slot) }

  var generation: Int? { memory.generation }

  /// A number that is the same for all of its class.
  var classNumber: ObjectIdentifier { ObjectIdentifier(memory.classOfObject(slot)) }

  /// Whether its class is one of the modules below the features: each generation has its objects of these.
  var isOfFramework: Bool {
    HeapLayout.isOfFramework(Metadata(memory.classOfObject(slot)).qualifiedName)
  }

  /// Whether its generation held it directly: a session, a window, an environment.
  var isRoot: Bool { memory.problem != nil || memory.origins[Int(number)].parent < 0 }

  /// The number of the way on which it was met.
  var way: Int32 { memory.problem == nil ? memory.ways[Int(number)] : number }

  /// What is a part of these survivors, or of the process: all ways to it lead through one of them.
  static func parts(of owners: [Survivor], among survivors: [Survivor]) -> [Bool] {
    let owners = Dictionary(grouping: owners) { ObjectIdentifier($0.memory) }
    var reached: [ObjectIdentifier: Set<Int32>] = [:]
    for survivor in survivors {
      let memory = ObjectIdentifier(survivor.memory)
      if reached[memory] == nil {
        reached[memory] =
          owners[memory].map { survivor.memory.reached(besides: $0.map(\.number)) }
          ?? survivor.memory.reachedBesidesProcess
      }
    }
    return survivors.map { reached[ObjectIdentifier($0.memory)]?.contains($0.number) == false }
  }

  /// The path by which it was reached when it was remembered.
  public var path: String {
    let path = memory.problem == nil ? memory.trail.path(to: number).description : ""
    return path.isEmpty ? type : path
  }
}
#endif
