#if DEBUG
/// One walk over everything that is strongly held by some values or objects, nearest first.
///
/// Nothing may change the graph meanwhile. Objects are only read: not retained, not copied.
final class Walk {
  struct Node {
    var address: UInt
    /// The node it was first met from, or -1 for what a root holds.
    var parent: Int32
    var label: Int32
    var index: Int32
    var layout: Int32
  }

  struct Edge {
    var from: Int32
    var to: Int32
    var label: Int32
    var index: Int32
  }

  let layouts: LayoutCache
  let limits: WalkLimits
  private let keepsEdges: Bool
  private let numbers: AddressTable
  private var nodes: UnsafeMutablePointer<Node>
  private var capacity: Int
  private(set) var count = 0
  private(set) var edges: [Edge] = []
  private(set) var limitsReached: Set<String> = []
  private var scratch = Scratch()
  private var current: Int32 = -1
  private var next = 0

  init(_ layouts: LayoutCache, limits: WalkLimits, keepsEdges: Bool, expecting capacity: Int = 1_024) {
    self.layouts = layouts
    self.limits = limits
    self.keepsEdges = keepsEdges
    self.capacity = capacity
    nodes = .allocate(capacity: capacity)
    numbers = AddressTable(capacity: 2_048)
  }

  deinit { nodes.deallocate() }

  subscript(number: Int32) -> Node { nodes[Int(number)] }

  func number(at address: UInt) -> Int32 { numbers.value(of: address) }

  func layout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    layouts.heapLayout(nodes[Int(number)].layout)
  }

  /// Adds what a value holds to what is to be walked.
  func add(_ value: Any, label: String) {
    withUnsafePointer(to: value) { pointer in
      let steps = layouts.steps(ofValueOf: Metadata(Any.self).address)
      scan(UInt(bitPattern: pointer), steps, label: layouts.labels.number(of: label), index: -1)
    }
  }

  func add(objectAt address: UInt) { meet(address, 0, -1) }

  /// Walks until there is nothing new.
  func finish() {
    while next < count {
      current = Int32(truncatingIfNeeded: next)
      scan(nodes[next])
      next &+= 1
    }
    current = -1
  }

  // MARK: - What a node holds

  private func scan(_ node: Node) {
    let layout = layouts.heapLayout(node.layout)
    switch layout.pointee.shape {
    case .fields: scan(node.address, layout.pointee.steps, label: 0, index: -1)
    case .array: scanArray(node.address, layout)
    case .set, .dictionary: scanBuckets(node.address, layout)
    case .genericClosure:
      scan(node.address, layouts.steps(ofGenericClosureAt: node.address), label: 0, index: -1)
    case .error:
      let type = Metadata(word(node.address &+ 16))
      let value = node.address &+ aligned(32, to: type.alignmentMask)
      scan(value, layouts.steps(ofValueOf: type.address), label: 0, index: -1)
    }
  }

  private func bounded(_ count: Int, _ layout: UnsafeMutablePointer<HeapLayout>) -> Int {
    if count <= limits.elements { return count }
    limitsReached.insert("the first \(limits.elements) of \(count) elements of \(layout.pointee.shape.name)")
    return limits.elements
  }

  private func scanArray(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let steps = layout.pointee.steps
    if steps.count == 0 { return }
    let count = bounded(Int(bitPattern: word(address &+ 16)), layout)
    var element = address &+ layout.pointee.elementOffset
    var index = 0
    while index < count {
      scan(element, steps, label: 0, index: Int32(truncatingIfNeeded: index))
      element &+= layout.pointee.stride
      index &+= 1
    }
  }

  private func scanBuckets(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let isDictionary = layout.pointee.shape == .dictionary
    if layout.pointee.steps.count == 0, layout.pointee.valueSteps.count == 0 { return }
    let storage = HashedStorage(at: address, isDictionary: isDictionary)
    var seen = 0
    let most = bounded(storage.count, layout)
    var bucket = 0
    while bucket < storage.bucketCount, seen < most {
      defer { bucket &+= 1 }
      guard storage.isOccupied(bucket) else { continue }
      seen &+= 1
      let position = UInt(bitPattern: bucket)
      let index = Int32(truncatingIfNeeded: bucket)
      scan(storage.keys &+ position &* layout.pointee.stride, layout.pointee.steps, label: 0, index: index)
      if isDictionary {
        let value = storage.values &+ position &* layout.pointee.valueStride
        scan(value, layout.pointee.valueSteps, label: 0, index: index)
      }
    }
  }

  // MARK: - What a value holds

  /// Calls itself only for a value inside a value, which types nest finitely.
  private func scan(_ base: UInt, _ steps: StepList, label: Int32, index: Int32) {
    guard let start = steps.start else { return }
    var position = 0
    while position < steps.count {
      let step = start + position
      switch step.pointee.kind {
      case .reference:
        let target = word(base &+ step.pointee.offset)
        if target != 0 { meet(target, layouts.labels.join(label, step.pointee.label), index) }
      case .existential:
        let joined = layouts.labels.join(label, step.pointee.label)
        scanExistential(base &+ step.pointee.offset, label: joined, index: index)
      case .enumeration:
        let joined = layouts.labels.join(label, step.pointee.label)
        scanEnum(base &+ step.pointee.offset, step, label: joined, index: index)
      }
      position &+= 1
    }
  }

  private func scanExistential(_ base: UInt, label: Int32, index: Int32) {
    let type = word(base &+ 24)
    if type == 0 { return }
    if Metadata(type).isStoredInline {
      scan(base, layouts.steps(ofValueOf: type), label: label, index: index)
    } else {
      meet(word(base), label, index)
    }
  }

  private func scanEnum(_ base: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32) {
    let type = step.pointee.type
    let layout = layouts.enums[Int(step.pointee.layout)]
    let tag = Int(layout.getTag(base, type))
    guard tag < layout.cases.count, layout.cases[tag].count > 0 else { return }
    if layout.cases.count == 1 {
      scan(base, layout.cases[tag], label: label, index: index)
      return
    }
    // The payload is taken out of a copy of the bytes, so that the value stays as it is.
    scratch.withCopy(of: base, count: layout.size) { copy in
      layout.projectPayload(copy, type)
      scan(copy, layout.cases[tag], label: label, index: index)
    }
  }

  // MARK: - A reference

  @inline(__always)
  private func meet(_ address: UInt, _ label: Int32, _ index: Int32) {
    guard address & 7 == 0, address > 0xFFFF, !HeapObject(address).isImmortal else { return }
    if count >= limits.objects, numbers.value(of: address) < 0 {
      limitsReached.insert("more than \(limits.objects) objects")
      return
    }
    let known = numbers.insert(address, Int32(truncatingIfNeeded: count))
    if known >= 0 {
      if keepsEdges { edges.append(Edge(from: current, to: known, label: label, index: index)) }
      return
    }
    if count == capacity { grow() }
    (nodes + count).initialize(
      to: Node(
        address: address, parent: current, label: label, index: index,
        layout: layouts.heapNumber(of: word(address))))
    if keepsEdges {
      edges.append(Edge(from: current, to: Int32(truncatingIfNeeded: count), label: label, index: index))
    }
    count &+= 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }
}
#endif
