#if DEBUG
import ObjectMemory

/// Objects that a walk has met, each held with one strong reference more until this ends.
///
/// Other threads may let go of an object at any moment, so an address that was read may be that of something else by now.
/// An object is held only if what is there looks like one, and still does when its count has risen.
final class HeldObjects {
  struct Node {
    var address: UInt
    /// The node it was first met from, or -1 for what a root holds.
    var parent: Int32
    var label: Int32
    var index: Int32
    var layout: Int32
  }

  enum Outcome {
    case known(Int32), new(Int32)
    /// Nothing can ever release it, and it holds nothing that anybody could leak.
    case immortal
    /// Nothing that is alive is there any more.
    case gone
    /// There is something else than an object of Swift.
    case foreign
    /// Other threads use it so much that it could not be held.
    case busy
    case tooMany
  }

  private let layouts: LayoutCache
  private let limit: Int
  private let numbers = AddressTable(capacity: 2_048)
  private var nodes = UnsafeMutablePointer<Node>.allocate(capacity: 1_024)
  private var capacity = 1_024
  private(set) var count = 0

  init(_ layouts: LayoutCache, limit: Int) {
    self.layouts = layouts
    self.limit = limit
  }

  deinit {
    for number in 0..<count { ObjectMemoryRelease(nodes[number].address) }
    nodes.deallocate()
  }

  subscript(number: Int32) -> Node { nodes[Int(number)] }

  /// The number of the object at the address, or -1.
  func number(at address: UInt) -> Int32 { numbers.value(of: address) }

  /// Holds the object at an address that was read a moment ago, if there is one.
  func hold(_ address: UInt, parent: Int32, label: Int32, index: Int32) -> Outcome {
    let (known, slot) = numbers.find(address)
    if known >= 0 { return .known(known) }
    if count >= limit { return .tooMany }
    var header = ObjectHeader()
    guard ObjectMemoryPeek(address, &header) else { return .gone }
    if HeapObject.isImmortal(header) { return .immortal }
    let layout = layouts.heapNumber(of: header.metadata)
    guard layout >= 0 else { return .foreign }
    switch ObjectMemoryHold(address, header.metadata) {
    case ObjectIsHeld: break
    case ObjectIsGone: return .gone
    default: return .busy
    }
    let number = Int32(truncatingIfNeeded: count)
    numbers.add(address, number, at: slot)
    if count == capacity { grow() }
    (nodes + count).initialize(
      to: Node(address: address, parent: parent, label: label, index: index, layout: layout))
    count &+= 1
    return .new(number)
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
