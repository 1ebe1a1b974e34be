import Glibc
import Leaks
import ObjectMemory
import TestSupport
import Testing

@testable import ObjectGraph

private final class Prey: Hashable, Sendable {
  static func == (one: Prey, other: Prey) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

private final class Model { var prey: [Prey] = [] }
private final class Rack { var prey: Set<Prey> = [] }
private final class Index { var byNumber: [Int: Prey] = [1: Prey()] }

private final class Wrapper {
  var content: Any = 0
  nonisolated(unsafe) static var shared: Wrapper?
}

/// In processes of their own, which would end if such memory were read or believed.
@Suite("Memory that only looks like something", .serialized, .disabled(if: Sanitizer.isOn))
struct JunkTests {
  @Test("in place of a type, where nothing can be read, makes a holder a guess")
  func type() async {
    await OwnThread.run { await #expect(processExitsWith: .success) { try JunkTests().checkType() } }
  }

  private func checkType() throws {
    let page = try page(count: 1, readable: 0)
    let graph = ObjectGraph()
    let memory = graph.remember([GraphRoot(modelWithWrappedPrey())])
    // Behind the three words of the content is its type.
    let type = HeapObject(try #require(Wrapper.shared)).address &+ 16 &+ 24
    set(type, page)
    let leaks = graph.explain(memory.survivors()).leaks
    set(type, Metadata(Prey.self).address)
    #expect(
      leaks.flatMap(\.details).map(\.plain) == ["probably held by static Wrapper.shared.content -> Prey"])
  }

  private func modelWithWrappedPrey() -> Model {
    let model = Model()
    model.prey = [Prey()]
    Wrapper.shared = Wrapper()
    Wrapper.shared?.content = model.prey[0]
    return model
  }

  @Test("behind the end of a key path, and in one without references, holds nothing")
  func keyPath() async {
    await OwnThread.run { await #expect(processExitsWith: .success) { try JunkTests().checkKeyPath() } }
  }

  private func checkKeyPath() throws {
    let paths: [AnyKeyPath] = [\Model.prey, \[Prey: Int].[Prey()]]
    let model = Model()
    model.prey = [Prey()]
    let address = HeapObject(model.prey[0]).address
    for path in paths {
      let (object, size) = (HeapObject(path).address, UInt(ObjectMemoryBlockSize(HeapObject(path).address)))
      let end = (32 &+ word(object &+ 24) & 0xFF_FFFF &+ 7) / 8 &* 8
      try #require(end <= size &- 8)
      for offset in stride(from: end, to: size, by: 8) { set(object &+ offset, address) }
    }
    let memory = ObjectGraph().remember([GraphRoot(model)])
    let prey = Unmanaged.passRetained(model.prey[0])
    model.prey = []
    let leaks = ObjectGraph().explain(memory.survivors()).leaks
    prey.release()
    #expect(leaks.map(\.type.plain).contains("Prey"))
    #expect(!leaks.flatMap(\.details).contains { $0.plain.contains("KeyPath") }, "\(leaks)")
    withExtendedLifetime(paths) {}
  }

  @Test("is no type if it is a box for itself, or a class above itself")
  func endless() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let words = UnsafeMutablePointer<UInt>.allocate(capacity: 6)
        words.initialize(repeating: 0, count: 6)
        (words[0], words[2]) = (0x500, UInt(bitPattern: words))
        #expect(!Metadata.isGenuine(UInt(bitPattern: words)))
        let type = Metadata(Prey.self).address
        for position in 0..<6 { words[position] = word(type &+ UInt(position) &* 8) }
        #expect(Metadata.isGenuine(UInt(bitPattern: words)))
        words[1] = UInt(bitPattern: words)
        #expect(!Metadata.isGenuine(UInt(bitPattern: words)))
      }
    }
  }

  @Test("as the storage of a set that is no block of the allocator, with other memory behind it, is told")
  func storage() async {
    await OwnThread.run { await #expect(processExitsWith: .success) { try JunkTests().checkStorage() } }
  }

  private func checkStorage() throws {
    let rack = Rack()
    rack.prey = [Prey()]
    let place = HeapObject(rack).address &+ 16
    let original = word(place)
    let size = UInt(ObjectMemoryBlockSize(original))
    let (page, pageSize) = (try page(count: 2, readable: 1), UInt(getpagesize()))
    let copy = page &+ pageSize &- (size &+ 15) / 16 &* 16
    for offset in stride(from: 0, to: size, by: 8) { set(copy &+ offset, word(original &+ offset)) }
    set(copy &+ 48, word(original &+ 48) &- original &+ copy)
    // What is in front of it looks like the size of a block of its own.
    set(copy &- 8, pageSize | 2)
    set(place, copy)
    let memory = ObjectGraph().remember([GraphRoot(rack)])
    set(place, original)
    #expect(memory.survivors().map(\.plainPath) == ["Rack"])
    #expect(
      memory.notLookedInto.map(\.plain) == [
        "a collection in memory that is not the allocator's (Rack.prey)"
      ])
  }

  @Test("where a task was is looked into: an object may have come to its place")
  func place() {
    let room = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
    defer { room.deallocate() }
    room.initialize(repeating: 0, count: 64)
    let (task, prey) = (Task {}, Prey())
    let address = UInt(bitPattern: room)
    var walk = Optional(Walk(LayoutCache()))
    let roles = [unsafeBitCast(task, to: UInt.self), HeapObject(prey).address].map { object in
      // Nobody else has a reference to either.
      (room[0], room[1]) = (word(object), 3)
      walk?.run(fromObjectsAt: [address])
      return walk.map { $0.layout($0.number(at: address)).pointee.role }
    }
    walk = nil
    #expect(roles == [.task, .instance])
    withExtendedLifetime((task, prey)) {}
  }

  @Test("in a bucket of a dictionary that has another key by now is not told as that of a value")
  func key() {
    let index = Index()
    let prey = HeapObject(index.byNumber[1] ?? Prey()).address
    let walk = Walk(LayoutCache())
    walk.run(from: [GraphRoot(index)])
    let number = walk.number(at: prey)
    let (storage, bucket) = (walk[number].parent, walk[number].index)
    func key() -> String? { DictionaryKey.text(in: walk, storage, bucket: bucket, of: number) }
    #expect(key() == "1")
    let keys = (2...40).map { other in
      index.byNumber.removeAll(keepingCapacity: true)
      index.byNumber[other] = Prey()
      return key()
    }
    // Where nobody has come to the bucket, its words are still there.
    #expect(Set(keys).subtracting(["1", "…"]) == [])
    #expect(keys.contains("…"))
  }

  // MARK: - Memory

  /// The start of some pages, of which only the first ones can be read.
  private func page(count: Int, readable: Int) throws -> UInt {
    let size = Int(getpagesize())
    let start = mmap(nil, count * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    try #require(start != MAP_FAILED)
    if readable > 0 { try #require(mprotect(start, readable * size, PROT_READ | PROT_WRITE) == 0) }
    return UInt(bitPattern: start)
  }

  private func set(_ address: UInt, _ value: UInt) {
    UnsafeMutablePointer<UInt>(bitPattern: address)?.pointee = value
  }
}
