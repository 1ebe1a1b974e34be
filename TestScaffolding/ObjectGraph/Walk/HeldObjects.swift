#if DEBUG
import ObjectMemory

/// The objects that a walk has met. The memory of each is kept until this value goes away, but not the object: it ends where
/// and when its last owner lets go, as some objects must not end on any other thread.
///
/// Other threads may release an object at any moment, so an address that was read may already belong to something else.
/// An object is held only if the memory looks like an object both before and after its count has been raised.
final class HeldObjects {
  struct Node {
    var address: UInt
    /// The node from which it was first reached, or -1 if a root holds it.
    var parent: Int32
    var label: Int32
    var index: Int32
    var layout: Int32
  }

  enum Outcome {
    case known(Int32), new(Int32)
    /// An object that is never freed, and that holds nothing that could leak.
    case immortal
    /// The object is no longer alive.
    case gone
    /// The address belongs to something that is not a Swift object.
    case foreign
    /// The object could not be held, because other threads change its reference count too often.
    case busy
    case tooMany
  }

  private let layouts: LayoutCache
  private let limit: Int
  private let numbers = AddressTable(capacity: 2_048)
  private var nodes = UnsafeMutablePointer<Node>.allocate(capacity: 1_024)
  private var capacity = 1_024
  private(set) var count = 0
  /// Tasks, whose memory goes away with them, whoever refers to it.
  private var unheld: Set<Int32> = []

  init(_ layouts: LayoutCache, limit: Int) {
    self.layouts = layouts
    self.limit = limit
  }

  deinit {
    let holdsAll = unheld.isEmpty
    for number in 0..<count where holdsAll || isHeld(Int32(truncatingIfNeeded: number)) {
      ObjectMemoryRelease(nodes[number].address)
    }
    clear()
  }

  /// Leaves no addresses in memory that others use next: a search for holders would find them there.
  private func clear() {
    UnsafeMutableRawPointer(nodes).initializeMemory(
      as: UInt8.self, repeating: 0, count: count * MemoryLayout<Node>.stride)
    nodes.deallocate()
  }

  subscript(number: Int32) -> Node { nodes[Int(number)] }

  /// The number of the object at the address, or -1.
  func number(at address: UInt) -> Int32 { numbers.value(of: address) }

  /// Whether the memory of the object is kept.
  @inline(__always)
  func isHeld(_ number: Int32) -> Bool { unheld.isEmpty || !unheld.contains(number) }

  /// Holds the object at an address that was read a moment ago, if it still exists.
  func hold(_ address: UInt, parent: Int32, label: Int32, index: Int32) -> Outcome {
    let (known, slot) = numbers.find(address)
    if known >= 0 { return .known(known) }
    if count >= limit { return .tooMany }
    var header = ObjectHeader()
    guard ObjectMemoryPeek(address, &header) else { return .gone }
    if HeapObject.isImmortal(header) { return .immortal }
    let layout = layouts.heapNumber(of: header.metadata)
    guard layout >= 0 else { return .foreign }
    let number = Int32(truncatingIfNeeded: count)
    switch ObjectMemoryHold(address, header.metadata) {
    case ObjectIsHeld: break
    case ObjectIsTask: unheld.insert(number)
    case ObjectIsGone: return .gone
    default: return .busy
    }
    numbers.add(address, number, at: slot)
    if count == capacity { grow() }
    (nodes + count).initialize(
      to: Node(address: address, parent: parent, label: label, index: index, layout: layout))
    count &+= 1
    return .new(number)
  }

  /// Lets go of the objects that were held last, as if they had not been met.
  func forget(from first: Int) {
    while count > first {
      count &-= 1
      let (number, address) = (Int32(truncatingIfNeeded: count), nodes[count].address)
      numbers.forget(address)
      if isHeld(number) { ObjectMemoryRelease(address) } else { unheld.remove(number) }
    }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    larger.initialize(from: nodes, count: count)
    clear()
    nodes = larger
    capacity *= 2
  }
}
#endif
