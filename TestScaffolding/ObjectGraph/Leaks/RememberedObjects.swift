#if DEBUG
/// Class instances that were met on a walk, remembered weakly.
public final class RememberedObjects {
  private struct Slot { weak var object: AnyObject? }

  private struct Origin {
    var layout: Int32
    var parent: Int32
    var label: Int32
    var index: Int32
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let origins: UnsafeMutablePointer<Origin>
  private let numbers: UnsafeMutablePointer<Int32>
  private let total: Int
  private let layouts: LayoutCache

  /// The number of class instances that are remembered.
  public let count: Int

  /// What the walk did not look into: the limits it reached, and the types that say nothing of their parts.
  public let limits: [String]

  /// Remembers what was met on the walk, from a position on.
  init(_ walk: Walk, from first: Int, besides others: RememberedObjects? = nil) {
    layouts = walk.layouts
    limits = walk.limitsReached.sorted() + layouts.unknown.sorted()
    total = walk.count
    origins = .allocate(capacity: max(total, 1))
    slots = .allocate(capacity: max(total, 1))
    numbers = .allocate(capacity: max(total, 1))
    var used = 0
    for position in 0..<total {
      let number = Int32(truncatingIfNeeded: position)
      let node = walk[number]
      (origins + position).initialize(
        to: Origin(layout: node.layout, parent: node.parent, label: node.label, index: node.index))
      let layout = walk.layout(number)
      guard position >= first, layout.pointee.role == .instance, !layout.pointee.isOfSystem,
        let pointer = UnsafeRawPointer(bitPattern: node.address)
      else { continue }
      let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
      if let others, others.identities.contains(ObjectIdentifier(object)) { continue }
      (slots + used).initialize(to: Slot(object: object))
      (numbers + used).initialize(to: number)
      used &+= 1
    }
    count = used
  }

  deinit {
    slots.deinitialize(count: count)
    slots.deallocate()
    numbers.deallocate()
    origins.deallocate()
  }

  /// The objects that are still alive.
  private lazy var identities = Set((0..<count).compactMap { slots[$0].object.map(ObjectIdentifier.init) })

  /// Whether any of the objects is still alive.
  public var hasSurvivors: Bool { hasSurvivors(besides: []) }

  /// Whether any of the objects is still alive whose class is none of these.
  public func hasSurvivors(besides classes: Set<ObjectIdentifier>) -> Bool {
    for slot in 0..<count {
      if let object = slots[slot].object, !classes.contains(ObjectIdentifier(type(of: object))) {
        return true
      }
    }
    return false
  }

  /// The objects that are still alive and whose class is none of these, in the order in which they were met.
  public func survivors(besides classes: Set<ObjectIdentifier> = []) -> [Survivor] {
    var survivors: [Survivor] = []
    for slot in 0..<count {
      guard let object = slots[slot].object, !classes.contains(ObjectIdentifier(type(of: object))) else {
        continue
      }
      survivors.append(Survivor(object, in: self, at: numbers[slot]))
    }
    return survivors
  }

  fileprivate func path(to number: Int32) -> String {
    var chain: [Int32] = []
    var current = number
    while current >= 0 {
      chain.append(current)
      current = origins[Int(current)].parent
    }
    var text = PathText()
    for number in PathText.shortened(chain.reversed()) {
      guard let number else {
        text.appendGap()
        continue
      }
      let origin = origins[Int(number)]
      let layout = layouts.heapLayout(origin.layout).pointee
      let holder = origin.parent < 0 ? nil : layouts.heapLayout(origins[Int(origin.parent)].layout)
      let isUnordered = holder?.pointee.shape == .set || holder?.pointee.shape == .dictionary
      text.append(
        edge: layouts.labels[origin.label], index: origin.index, key: isUnordered ? "…" : nil)
      text.append(node: layout.name, role: layout.role)
    }
    return text.text
  }
}

/// An object that is alive although it should be gone.
public struct Survivor {
  /// Its class.
  public let type: String
  private let memory: RememberedObjects
  private let number: Int32
  private(set) weak var object: AnyObject?

  fileprivate init(_ object: AnyObject, in memory: RememberedObjects, at number: Int32) {
    self.object = object
    self.memory = memory
    self.number = number
    type = "\(Swift.type(of: object))"
  }

  /// How it was reached when it was remembered.
  public var path: String { memory.path(to: number) }
}
#endif
