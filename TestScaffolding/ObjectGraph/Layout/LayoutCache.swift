#if DEBUG
/// Knows, for each type that was met, where its strong references are.
final class LayoutCache {
  let labels = LabelTable()
  let containers = StandardContainers()
  private(set) var unknown: Set<String> = []

  private var valueNumbers: [UInt: ValueLayout] = [:]
  private let existentialNumbers = AddressTable()
  private var existentialLists: [StepList] = []
  private(set) var enums: [EnumLayout] = []
  private let heapNumbers = AddressTable()
  /// Blocks that never move: a walk reads a layout while it adds others.
  private var heap: [UnsafeMutablePointer<HeapLayout>] = []
  private var heapCount = 0

  /// The steps of closures that were made in generic code, by their metadata and what they are bound to.
  var genericClosures: [[UInt]: StepList] = [:]

  private var lists: [StepList] = []

  deinit {
    for list in lists { list.start?.deallocate() }
    for (number, block) in heap.enumerated() {
      block.deinitialize(count: min(Self.blockSize, heapCount - number * Self.blockSize))
      block.deallocate()
    }
  }

  @inline(__always)
  func heapLayout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    heap[Int(number) / Self.blockSize] + Int(number) % Self.blockSize
  }

  private static var blockSize: Int { 64 }

  /// The number of the layout of objects with this metadata.
  @inline(__always)
  func heapNumber(of metadata: UInt) -> Int32 {
    let known = heapNumbers.value(of: metadata)
    return known >= 0 ? known : addHeapLayout(of: Metadata(metadata))
  }

  private func addHeapLayout(of metadata: Metadata) -> Int32 {
    let layout = makeHeapLayout(of: metadata)
    if heapCount == heap.count * Self.blockSize { heap.append(.allocate(capacity: Self.blockSize)) }
    heapLayout(Int32(heapCount)).initialize(to: layout)
    _ = heapNumbers.insert(metadata.address, Int32(heapCount))
    heapCount += 1
    return Int32(heapCount - 1)
  }

  /// The steps of a value whose type is met while walking.
  func steps(ofValueOf metadata: UInt) -> StepList {
    let known = existentialNumbers.value(of: metadata)
    if known >= 0 { return existentialLists[Int(known)] }
    existentialLists.append(list(layout(of: Metadata(metadata)).steps))
    _ = existentialNumbers.insert(metadata, Int32(existentialLists.count - 1))
    return existentialLists[existentialLists.count - 1]
  }

  /// The layout of a value of the type; what is unknown in it is written down.
  func layout(of type: Metadata) -> ValueLayout {
    if let known = valueNumbers[type.address] { return known }
    let made = makeLayout(of: type)
    valueNumbers[type.address] = made
    note(made.unknown)
    return made
  }

  /// Steps in memory that this cache frees.
  func list(_ steps: [Step]) -> StepList {
    if steps.isEmpty { return .none }
    let list = StepList(steps)
    lists.append(list)
    return list
  }

  func note(_ parts: [String]) { unknown.formUnion(parts) }

  func add(_ layout: EnumLayout) -> Int32 {
    enums.append(layout)
    return Int32(enums.count - 1)
  }
}
#endif
