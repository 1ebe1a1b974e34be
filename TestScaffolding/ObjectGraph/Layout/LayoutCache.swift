#if DEBUG
import ObjectMemory

/// Finds out, for each type that a walk meets, where its strong references are.
final class LayoutCache {
  /// What a walk needs of it.
  let shapes: UnsafeMutablePointer<ObjectShapes>
  let labels: LabelTable
  let ways = WayNumbers()

  /// The steps of each type, by its address; the lowest bit is set if the pointers in it are left unreported, because they
  /// are the business of a system library.
  private var values: [UInt: [Step]] = [:]
  private(set) var inner: [InnerLayout] = []
  /// Blocks that never move, because a walk reads one layout while it adds others.
  private var heap: [UnsafeMutablePointer<HeapLayout>] = []
  private var heapCount: Int { shapes.pointee.shapeCount }

  /// The steps of closures made in generic code, by their metadata and the types that they are bound to.
  var genericClosures: [[UInt]: StepList] = [:]

  var outside: [UInt: Outside] = [:]

  private var lists: [StepList] = []

  init() {
    shapes = .allocate(capacity: 1)
    ObjectShapesBegin(shapes)
    labels = LabelTable(joined: withUnsafeMutablePointer(to: &shapes.pointee.joinedLabels) { $0 })
  }

  deinit {
    for list in lists { list.start?.deallocate() }
    for (number, block) in heap.enumerated() {
      block.deinitialize(count: min(Self.blockSize, heapCount - number * Self.blockSize))
      block.deallocate()
    }
    ObjectShapesEnd(shapes)
    shapes.deallocate()
  }

  /// Whether the label is that of a lazy property.
  func isLazy(_ label: Int32) -> Bool { labels[label].contains("$__lazy_storage_$_") }
  func isClosure(_ label: Int32) -> Bool { labels[label].contains("(closure)") }

  func heapLayout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    heap[Int(number) / Self.blockSize] + Int(number) % Self.blockSize
  }

  private static var blockSize: Int { 64 }

  /// The number of the layout of objects with this metadata; -1 if the address is no metadata. That can happen, because
  /// an object that another thread has just freed may contain anything.
  func heapNumber(of metadata: UInt) -> Int32 {
    let known = ObjectTableNumber(&shapes.pointee.shapeNumbers, metadata)
    return known >= 0 ? known : addHeapLayout(of: metadata)
  }

  private func addHeapLayout(of address: UInt) -> Int32 {
    guard Metadata.isGenuine(address) else { return -1 }
    let layout = makeHeapLayout(of: Metadata(address))
    if heapCount == heap.count * Self.blockSize { heap.append(.allocate(capacity: Self.blockSize)) }
    heapLayout(Int32(heapCount)).initialize(to: layout)
    return ObjectShapesAdd(
      shapes, address,
      ObjectShape(
        hasAllSteps: layout.shape == .fields, isTask: layout.shape == .task,
        isInstance: layout.role == .instance && !layout.isOfSystem, steps: layout.steps))
  }

  /// The number of a type that is only found during a walk; -1 if the address is no type.
  func valueNumber(of metadata: UInt) -> Int32 {
    let known = ObjectTableNumber(&shapes.pointee.valueNumbers, metadata)
    guard known < 0, Metadata.isGenuine(metadata) else { return known }
    let type = Metadata(metadata)
    return ObjectShapesAddValue(
      shapes, metadata, ObjectValueShape(steps: list(layout(of: type)), isInline: type.isStoredInline))
  }

  /// The steps of a value of such a type.
  func steps(ofValueOf metadata: UInt) -> StepList? {
    let number = valueNumber(of: metadata)
    return number < 0 ? nil : shapes.pointee.values[Int(number)].steps
  }

  /// The steps of a value of the type. With `isQuiet`, as in system libraries, pointers are not reported.
  func layout(of type: Metadata, isQuiet: Bool = false) -> [Step] {
    let key = type.address | (isQuiet ? 1 : 0)
    if let known = values[key] { return known }
    let made = makeLayout(of: type, isQuiet: isQuiet)
    values[key] = made
    return made
  }

  /// Copies steps into memory that this cache frees.
  func list(_ steps: [Step]) -> StepList {
    if steps.isEmpty { return .none }
    let start = UnsafeMutablePointer<Step>.allocate(capacity: steps.count)
    start.initialize(from: steps, count: steps.count)
    let list = StepList(start: start, count: steps.count)
    lists.append(list)
    return list
  }

  /// The step of an enumeration whose cases have these steps.
  func enumeration(_ type: Metadata, _ cases: [StepList]) -> Step {
    let number = cases.withUnsafeBufferPointer {
      ObjectShapesAddEnumeration(
        shapes, type.getTag, type.projectPayload, Int(type.size), $0.baseAddress, $0.count)
    }
    return Step(kind: .enumeration, offset: 0, type: type.address, detail: number)
  }

  /// What a step of an enumeration leads to.
  func enumeration(_ step: Step) -> ObjectEnumeration { shapes.pointee.enumerations[Int(step.detail)] }

  func add(_ layout: InnerLayout) -> Int32 {
    inner.append(layout)
    return Int32(inner.count - 1)
  }

  // MARK: - Steps

  func reference(at offset: UInt = 0, _ label: String = "") -> Step {
    Step(kind: .reference, offset: offset, label: labels.number(of: label))
  }

  /// A step for a place that cannot be looked into; `what` is its type or a description.
  func unknown(_ what: String, at offset: UInt = 0) -> Step {
    Step(kind: .unknown, offset: offset, detail: labels.number(of: what))
  }

  /// Returns the steps of an inner value as steps of the value around it.
  func moved(_ steps: [Step], by offset: UInt, under label: String) -> [Step] {
    let outer = labels.number(of: label)
    return steps.map { step in
      var step = step
      step.offset += offset
      step.label = labels.join(outer, step.label)
      return step
    }
  }
}
#endif
