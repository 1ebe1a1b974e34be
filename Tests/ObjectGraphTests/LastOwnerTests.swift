import Dispatch
import ObjectMemory
import Synchronization
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("An object ends where its last owner lets go of it, whoever looks at it")
struct LastOwnerTests {
  private typealias Owner = Instance<Any?>

  @Test("during a walk, whatever kind of object it is or lies in", arguments: Container.allCases)
  func duringWalk(container: Container) {
    let (end, owner) = (End(), Owner(nil))
    owner.value = container.filled(with: Mortal(end))
    let walk = Walk(LayoutCache())
    walk.run(from: [GraphRoot(owner)])
    #expect((0..<Int32(walk.count)).contains { walk.layout($0).pointee.name == "Mortal" })
    #expect(!end.isReached)
    owner.value = nil
    withExtendedLifetime(walk) { #expect(end.isReached) }
  }

  /// A sanitizer has an allocator of its own, which leaves freed memory as it was.
  @Test("and its memory goes with the walk", .enabled(if: !Sanitizer.isOn), arguments: Container.allCases)
  func memory(container: Container) {
    let owner = Owner(nil)
    func objectsThatEnd() -> [(address: UInt, metadata: UInt)] {
      owner.value = container.filled(with: Mortal(End()))
      let walk = Walk(LayoutCache())
      walk.run(from: [GraphRoot(owner)])
      owner.value = nil
      return (1..<Int32(walk.count)).map { (walk[$0].address, walk.layout($0).pointee.metadata) }
    }
    let ended = objectsThatEnd()
    #expect(!ended.isEmpty)
    // The C library keeps notes of its own where freed memory begins.
    for object in ended { #expect(word(object.address) != object.metadata) }
  }

  @Test("while others ask again and again whether it lives")
  func questions() throws {
    let effort = try Effort()
    let (queue, graph, drawer) = (DispatchQueue(label: "owner"), ObjectGraph(), Drawer())
    queue.setSpecific(key: Confined.place, value: true)
    for _ in 0..<effort.rounds(300) {
      queue.sync { drawer.objects = (0..<20).map { _ in Confined(drawer) } }
      let memory = graph.remember([GraphRoot(drawer)])
      #expect(memory.count == 21)
      queue.async { while !drawer.objects.isEmpty { drawer.objects.removeLast() } }
      while memory.survivors().count > 1 { #expect(memory.hasSurvivors) }
    }
    let strays = drawer.endedElsewhere.load(ordering: .relaxed)
    #expect(strays == 0)
    effort.report(
      "of \(effort.rounds(300) * 20) objects that were asked for while they ended, \(strays) elsewhere")
  }
}

private final class End: Sendable {
  private let count = Atomic(0)
  var isReached: Bool { count.load(ordering: .sequentiallyConsistent) == 1 }
  func reach() { count.add(1, ordering: .sequentiallyConsistent) }
}

private final class Mortal: Sendable {
  private let end: End
  init(_ end: End) { self.end = end }
  deinit { end.reach() }
}

private struct Carrier: Error {
  let mortal: Mortal
  let numbers = (1, 2, 3)
}

private indirect enum Nested { case carrier(Carrier) }
private final class Instance<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
private final class Buffer: ManagedBuffer<Carrier, Int> {}

/// The kinds of memory that count who refers to them.
enum Container: CaseIterable {
  case instance, array, dictionary, any, enumeration, error, closure, variable, generic, buffer, task

  fileprivate func filled(with mortal: consuming Mortal) -> Any {
    let carrier = Carrier(mortal: mortal)
    switch self {
    case .instance: return Instance(carrier)
    case .array: return [carrier]
    case .dictionary: return [1: carrier]
    case .any: return carrier
    case .enumeration: return Nested.carrier(carrier)
    case .error: return carrier as any Error
    case .closure: return { _ = carrier } as () -> Void
    case .variable:
      var variable: Carrier? = carrier
      return { if variable != nil { variable = nil } } as () -> Void
    case .generic: return Self.keeping(carrier)
    case .buffer: return Buffer.create(minimumCapacity: 1) { _ in carrier }
    case .task: return Task.immediate { carrier.mortal }
    }
  }

  private static func keeping<Value>(_ value: Value) -> () -> Int { { MemoryLayout.size(ofValue: value) } }
}

/// Something that is made and let go of on one queue only.
private final class Confined {
  static let place = DispatchSpecificKey<Bool>()
  private unowned let drawer: Drawer
  init(_ drawer: Drawer) { self.drawer = drawer }
  deinit {
    if DispatchQueue.getSpecific(key: Self.place) == nil { drawer.endedElsewhere.add(1, ordering: .relaxed) }
  }
}

/// The queue has what is in it.
private final class Drawer: @unchecked Sendable {
  var objects: [Confined] = []
  let endedElsewhere = Atomic(0)
}
