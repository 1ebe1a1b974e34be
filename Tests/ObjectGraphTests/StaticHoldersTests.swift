import Leaks
import ObjectGraph
import Synchronization
import Testing

/// The type of a static variable tells where the variable holds something, and where it only knows it.
@Suite("What a static variable has of an object", .serialized)
struct StaticHoldersTests {
  @Test("is no holder where the type only knows it")
  func knowing() {
    let found = Way.found(Way.knowing)
    #expect(found.leaks == [] && found.kept == [])
  }

  @Test("is a guess where the type has an address that may have been retained")
  func pointing() {
    let found = Way.found(Way.pointing)
    #expect(found.leaks == Way.pointing.map { "probably held by static \($0.place) -> Exhibit" })
    #expect(found.kept == [])
  }

  @Test("is a holder where the type holds it")
  func holding() {
    let found = Way.found(Way.holding)
    #expect(found.kept == Way.holding.map { "held by static \($0.place) -> Exhibit" })
    #expect(found.leaks == [])
  }

  @Test("is a guess where it is in a buffer of which nobody is sure")
  func buffered() {
    let found = Way.found(Way.buffered)
    #expect(found.leaks == Way.buffered.map { "probably held by static \($0.place) -> Exhibit" })
    #expect(found.kept == [])
  }

  @Test("is a holder where the runtime has no such type")
  func block() {
    let way = Way("block", { exhibit in Showcase.block = { _ = exhibit } }) { Showcase.block = nil }
    let found = Way.found([way])
    #expect(found.leaks.count == 1)
    #expect(found.leaks.allSatisfy { $0.hasPrefix("held by static Showcase.block -> closure") }, "\(found)")
  }

  @Test(
    "is a guess where a closure has its address, behind a type or a function of C", arguments: [true, false])
  func closure(isBehindType: Bool) {
    let way = Way(
      "bell",
      { exhibit in
        let address = UnsafeRawPointer(exhibit.retained.address)
        let (type, call): (Any.Type, @convention(c) (UnsafeRawPointer) -> Void) = (Exhibit.self, { _ in })
        Showcase.bell = isBehindType ? { _ = (type, address) } : { call(address) }
      }
    ) { Showcase.bell = {} }
    let found = Way.found([way])
    #expect(found.leaks.count == 1)
    #expect(
      found.leaks.allSatisfy { $0.hasPrefix("probably held by static Showcase.bell") }, "\(found.leaks)")
  }
}

/// A way in which a static variable can have an object, which may have been retained for nobody besides.
private struct Way: Sendable {
  let place: String
  private let have: @Sendable (Exhibit) -> Void
  private let undo: @Sendable () -> Void

  init(
    _ name: String, _ have: @escaping @Sendable (Exhibit) -> Void, undo: @escaping @Sendable () -> Void
  ) {
    (place, self.have, self.undo) = (name.contains(".") ? name : "Showcase.\(name)", have, undo)
  }

  /// What is said of the variables, each of which has an object of its own: in leaks, and for objects that they keep by
  /// right. Both are in the order of the ways.
  static func found(_ ways: [Way]) -> (leaks: [String], kept: [String]) {
    let graph = ObjectGraph()
    let process = graph.remember([GraphRoot(0)])
    let memory = fill(graph, ways)
    let leaks = graph.explain(memory.survivors(), process: process).leaks
    let lines = (leaks.map(\.description.plain), process.survivesInStatic.map(\.description.plain))
    for way in ways { way.undo() }
    return (holders(lines.0, ways), holders(lines.1, ways))
  }

  private static func fill(_ graph: ObjectGraph, _ ways: [Way]) -> RememberedObjects {
    let hall = Hall()
    hall.exhibits = ways.map { _ in Exhibit() }
    for (way, exhibit) in zip(ways, hall.exhibits) { way.have(exhibit) }
    return graph.remember([GraphRoot(hall)])
  }

  private static func holders(_ texts: [String], _ ways: [Way]) -> [String] {
    let lines = texts.flatMap { $0.split(separator: "\n") }.filter { $0.contains("held by static") }.map {
      String($0.trimmingPrefix("  ")).replacing(/\[[0-9]+\]/, with: "[…]")
    }
    let place = { (line: String) in ways.firstIndex { line.contains("static \($0.place) ") } ?? -1 }
    return lines.sorted { place($0) < place($1) }
  }

  static let knowing = [
    Way("id", { Showcase.id = ObjectIdentifier($0.retained) }) { Showcase.id = nil },
    Way("seen", { Showcase.seen = Seen(id: ObjectIdentifier($0.retained)) }) { Showcase.seen = nil },
    Way("pair", { Showcase.pair.0 = ObjectIdentifier($0.retained) }) {
      Showcase.pair.0 = ObjectIdentifier(Exhibit.self)
    },
    Way("choice", { Showcase.choice = .id(ObjectIdentifier($0.retained)) }) { Showcase.choice = .two(0) },
    Way("unsafe", { Showcase.unsafe = Unsafe(exhibit: $0.retained) }) { Showcase.unsafe = nil },
    Way("unowned", { Showcase.unowned = Unowned(exhibit: $0.retained) }) { Showcase.unowned = nil },
  ]

  static let pointing = [
    Way("unmanaged", { Showcase.unmanaged = .passRetained($0) }) { Showcase.unmanaged = nil },
    Way("cell", { Showcase.cell = Cell(key: 1, value: .passRetained($0)) }) { Showcase.cell = nil },
    Way("raw", { Showcase.raw = .init($0.retained.address) }) { Showcase.raw = nil },
    Way("address", { Showcase.address = Address(number: 1, pointer: .init($0.retained.address)) }) {
      Showcase.address = nil
    },
  ]

  static let holding = [
    Way("single", { Showcase.single = $0 }) { Showcase.single = nil },
    Way("both", { Showcase.both = Both(id: ObjectIdentifier($0), exhibit: $0) }) { Showcase.both = nil },
    Way("tuple", { Showcase.tuple = (1, $0) }) { Showcase.tuple = nil },
    Way("any", { Showcase.any = Both(id: ObjectIdentifier($0), exhibit: $0) }) { Showcase.any = 0 },
    Way("named", { Showcase.named = Both(id: ObjectIdentifier($0), exhibit: $0) }) { Showcase.named = nil },
    Way("locked", { exhibit in Showcase.locked.withLock { $0 = exhibit } }) {
      Showcase.locked.withLock { $0 = nil }
    },
    Way("Place.both", { keepInPlace($0) }) { keepInPlace(nil) },
    // Of the types of these nobody tells.
    Way("Corner.niche", { keepInCorner($0) }) { keepInCorner(nil) },
    Way("sent", { Showcase.sent = Both(id: ObjectIdentifier($0), exhibit: $0) }) { Showcase.sent = nil },
    Way("sentAlone", { Showcase.sentAlone = $0 }) { Showcase.sentAlone = nil },
  ]

  static let buffered = [
    Way("counted", { Showcase.counted = Plinth.holding($0) }) { Showcase.counted = nil },
    Way("plain", { Showcase.plain = Row.holding($0) }) { Showcase.plain = nil },
  ]
}

private final class Hall { var exhibits: [Exhibit] = [] }

private final class Exhibit: @unchecked Sendable {
  /// Itself, which nobody releases any more.
  var retained: Exhibit { Unmanaged.passRetained(self).takeUnretainedValue() }
  var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

private enum Showcase {
  nonisolated(unsafe) static var id: ObjectIdentifier?
  nonisolated(unsafe) static var seen: Seen?
  nonisolated(unsafe) static var pair = (ObjectIdentifier(Exhibit.self), 0)
  nonisolated(unsafe) static var choice = Choice.two(0)
  nonisolated(unsafe) static var unsafe: Unsafe?
  nonisolated(unsafe) static var unowned: Unowned?
  nonisolated(unsafe) static var unmanaged: Unmanaged<Exhibit>?
  nonisolated(unsafe) static var cell: Cell?
  nonisolated(unsafe) static var raw: UnsafeRawPointer?
  nonisolated(unsafe) static var address: Address?
  nonisolated(unsafe) static var single: Exhibit?
  nonisolated(unsafe) static var both: Both?
  nonisolated(unsafe) static var tuple: (Int, Exhibit)?
  nonisolated(unsafe) static var any: Any = 0
  nonisolated(unsafe) static var named: (any Named)?
  nonisolated(unsafe) static var sent: (any Named & Sendable)?
  nonisolated(unsafe) static var sentAlone: (any Sendable)?
  static let locked = Mutex<Exhibit?>(nil)
  nonisolated(unsafe) static var bell: () -> Void = {}
  nonisolated(unsafe) static var block: (@convention(block) () -> Void)?
  nonisolated(unsafe) static var counted: Plinth?
  nonisolated(unsafe) static var plain: Row?
}

private struct Seen {
  var id: ObjectIdentifier
  var number = 1
}
private struct Cell {
  var key: Int
  var value: Unmanaged<Exhibit>
}
private struct Address {
  var number: Int
  var pointer: UnsafeRawPointer
}
private struct Unsafe { unowned(unsafe) var exhibit: Exhibit }
private struct Unowned { unowned var exhibit: Exhibit }
private enum Choice {
  case id(ObjectIdentifier)
  case two(Int)
}
private protocol Named {}
private struct Both: Named, Sendable {
  var id: ObjectIdentifier
  var exhibit: Exhibit
}

private func keepInPlace(_ exhibit: Exhibit?) {
  struct Place { nonisolated(unsafe) static var both: Both? }
  Place.both = exhibit.map { Both(id: ObjectIdentifier($0), exhibit: $0) }
}

private func keepInCorner(_ exhibit: Exhibit?) {
  struct Niche { var exhibit: Exhibit }
  struct Corner { nonisolated(unsafe) static var niche: Niche? }
  Corner.niche = exhibit.map { Niche(exhibit: $0) }
}

private final class Plinth: ManagedBuffer<Plinth.Header, Exhibit> {
  struct Header { var count: Int }

  static func holding(_ exhibit: Exhibit) -> Plinth {
    let buffer = create(minimumCapacity: 4) { _ in Header(count: 1) }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(to: exhibit) }
    return unsafeDowncast(buffer, to: Plinth.self)
  }

  deinit { _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee.count) } }
}

private final class Row: ManagedBuffer<Int, Exhibit> {
  static func holding(_ exhibit: Exhibit) -> Row {
    let buffer = create(minimumCapacity: 4) { _ in 1 }
    buffer.withUnsafeMutablePointerToElements { $0.initialize(to: exhibit) }
    return unsafeDowncast(buffer, to: Row.self)
  }

  deinit { _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee) } }
}
