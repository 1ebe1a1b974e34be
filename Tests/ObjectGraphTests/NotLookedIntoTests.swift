import Dispatch
import Leaks
import ObjectGraph
import Testing

@Suite("What is not looked into")
struct NotLookedIntoTests {
  private final class Session {
    var numbers: UnsafeMutablePointer<Int>?
    var owner: Unmanaged<Goal>?
    var work: DispatchWorkItem?
    var block: (@convention(block) () -> Void)?
    var waiting: CheckedContinuation<Void, Never>?
    var task: Task<Void, Never>?
    var list: [UnsafeRawPointer] = []
    var pile: Pile?
    var stock: ManagedBufferPointer<Int, Goal>?
    var numbered: ManagedBufferPointer<Int, Int>?
  }

  private func notes(_ change: (Session) -> Void) -> [String] {
    let session = Session()
    change(session)
    return ObjectGraph().remember([GraphRoot(session)]).notLookedInto.map(\.plain)
  }

  @Test("is nothing where there is nothing of the kind")
  func nothing() {
    #expect(notes { _ in } == [])
  }

  @Test("is told with its type and the path to it")
  func pointers() {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { number.deallocate() }
    #expect(notes { $0.numbers = number } == ["UnsafeMutablePointer<Int> (Session.numbers)"])
    #expect(notes { $0.owner = .passUnretained(Goal()) } == ["Unmanaged<Goal> (Session.owner)"])
    #expect(notes { $0.list = [UnsafeRawPointer(number)] } == ["UnsafeRawPointer (Session.list[0])"])
  }

  @Test("are elements that may begin anywhere, or of which only their owner knows")
  func elements() {
    #expect(
      notes { $0.pile = Pile.holding(Goal()) }
        == ["the elements of a Pile, of which nobody says which ones there are (Session.pile -> Pile)"])
    #expect(
      notes { $0.stock = ManagedBufferPointer(bufferClass: Store.self, minimumCapacity: 1) { _, _ in 0 } }
        == ["the elements of a ManagedBufferPointer<Int, Goal> (Session.stock)"])
    #expect(
      notes { $0.numbered = ManagedBufferPointer(bufferClass: Store.self, minimumCapacity: 1) { _, _ in 0 } }
        == [])
  }

  @Test("are blocks of Dispatch")
  func blocks() {
    #expect(
      notes { $0.work = DispatchWorkItem {} }
        == ["the blocks of a DispatchWorkItem (Session.work -> DispatchWorkItem)"])
    #expect(notes { $0.block = {} } == ["a block (Session.block)"])
  }

  @Test("are tasks that go on, and what waits to go on")
  func tasks() async {
    await withCheckedContinuation { continuation in
      let found = notes { $0.waiting = continuation }
      #expect(found == ["CheckedContinuation<(), Never> (Session.waiting)"])
      continuation.resume()
    }
    let (stream, source) = AsyncStream.makeStream(of: Void.self)
    let task = Task { for await _ in stream {} }
    #expect(notes { $0.task = task } == ["a task that has not ended (Session.task -> Task)"])
    source.finish()
    await task.value
    #expect(notes { $0.task = task } == [])
  }

  @Test("is told by a failing check, and may be refused by one that passes")
  func checks() throws {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    defer { number.deallocate() }
    func session() -> Session {
      let session = Session()
      session.numbers = number
      return session
    }
    try assertNoLeaks { session() }
    let refused = #expect(throws: LeaksFound.self) {
      try assertNoLeaks(expectEverythingLookedInto: true) { session() }
    }
    #expect(
      refused?.description.replacing(refused?.place ?? "", with: "here").plain == """
        no leaks, but not everything was looked into (here)
        not looked into: UnsafeMutablePointer<Int> (Session.numbers)
        """)
    var kept: Session?
    let leaking = #expect(throws: LeaksFound.self) {
      try assertNoLeaks {
        let session = session()
        kept = session
        return session
      }
    }
    let report = try #require(leaking?.report)
    #expect(
      report.leaks.map(\.summary.plain) == ["Session is still alive; it was Session"])
    #expect(report.notLookedInto.map(\.plain) == ["UnsafeMutablePointer<Int> (Session.numbers)"])
    withExtendedLifetime(kept) {}
  }
}

private final class Store {}

/// Grows from its end.
private final class Pile: ManagedBuffer<Pile.Header, Goal> {
  struct Header { var count, capacity: Int }

  static func holding(_ goal: Goal) -> Pile {
    let buffer = create(minimumCapacity: 4) { _ in Header(count: 1, capacity: 4) }
    buffer.withUnsafeMutablePointerToElements { ($0 + 3).initialize(to: goal) }
    return unsafeDowncast(buffer, to: Pile.self)
  }

  deinit {
    withUnsafeMutablePointers { header, elements in
      _ = (elements + (header.pointee.capacity - header.pointee.count)).deinitialize(
        count: header.pointee.count)
    }
  }
}
