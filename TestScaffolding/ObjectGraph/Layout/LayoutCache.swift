#if DEBUG
/// Finds out, for each type that a walk meets, where its strong references are.
final class LayoutCache {
  let labels = LabelTable()
  let containers = StandardContainers()
  let hiddenTypes = HiddenTypes()

  /// A type, and whether the pointers in it are left unreported, because they are the business of a system library.
  private struct ValueKey: Hashable {
    let type: UInt
    let isQuiet: Bool
  }

  private var values: [ValueKey: [Step]] = [:]
  private let existentialNumbers = AddressTable()
  private var existentialLists: [StepList] = []
  private(set) var enums: [EnumLayout] = []
  private(set) var inner: [InnerLayout] = []
  private let heapNumbers = AddressTable()
  /// Blocks that never move, because a walk reads one layout while it adds others.
  private var heap: [UnsafeMutablePointer<HeapLayout>] = []
  private var heapCount = 0

  /// The steps of closures made in generic code, by their metadata and the types that they are bound to.
  var genericClosures: [[UInt]: StepList] = [:]

  var outside: [UInt: Outside] = [:]

  private var lists: [StepList] = []

  deinit {
    for list in lists { list.start?.deallocate() }
    for (number, block) in heap.enumerated() {
      block.deinitialize(count: min(Self.blockSize, heapCount - number * Self.blockSize))
      block.deallocate()
    }
  }

  /// Whether the label is that of a lazy property.
  func isLazy(_ label: Int32) -> Bool { labels[label].contains("$__lazy_storage_$_") }
  func isClosure(_ label: Int32) -> Bool { labels[label].contains("(closure)") }

  @inline(__always)
  func heapLayout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    heap[Int(number) / Self.blockSize] + Int(number) % Self.blockSize
  }

  private static var blockSize: Int { 64 }

  /// The number of the layout of objects with this metadata; -1 if the address is no metadata. That can happen, because
  /// an object that another thread has just freed may contain anything.
  @inline(__always)
  func heapNumber(of metadata: UInt) -> Int32 {
    let known = heapNumbers.value(of: metadata)
    return known >= 0 ? known : addHeapLayout(of: metadata)
  }

  private func addHeapLayout(of address: UInt) -> Int32 {
    guard Metadata.isGenuine(address) else { return -1 }
    let layout = makeHeapLayout(of: Metadata(address))
    if heapCount == heap.count * Self.blockSize { heap.append(.allocate(capacity: Self.blockSize)) }
    heapLayout(Int32(heapCount)).initialize(to: layout)
    _ = heapNumbers.insert(address, Int32(heapCount))
    heapCount += 1
    return Int32(heapCount - 1)
  }

  /// The steps of a value whose type is only found during the walk; nil if the address is no type.
  func steps(ofValueOf metadata: UInt) -> StepList? {
    let known = existentialNumbers.value(of: metadata)
    if known >= 0 { return existentialLists[Int(known)] }
    guard Metadata.isGenuine(metadata) else { return nil }
    existentialLists.append(list(layout(of: Metadata(metadata))))
    _ = existentialNumbers.insert(metadata, Int32(existentialLists.count - 1))
    return existentialLists[existentialLists.count - 1]
  }

  /// The steps of a value of the type. With `isQuiet`, as in system libraries, pointers are not reported.
  func layout(of type: Metadata, isQuiet: Bool = false) -> [Step] {
    let key = ValueKey(type: type.address, isQuiet: isQuiet)
    if let known = values[key] { return known }
    let made = makeLayout(of: type, isQuiet: isQuiet)
    values[key] = made
    return made
  }

  /// Copies steps into memory that this cache frees.
  func list(_ steps: [Step]) -> StepList {
    if steps.isEmpty { return .none }
    let list = StepList(steps)
    lists.append(list)
    return list
  }

  func add(_ layout: EnumLayout) -> Int32 {
    enums.append(layout)
    return Int32(enums.count - 1)
  }

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
