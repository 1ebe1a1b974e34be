import Foundation
import ObjectGraph
import Synchronization
import Testing

@Suite("Cases that once ended the process, hid an object, or blamed the wrong one")
struct HardCasesTests {
  private func walk(_ value: Any) -> (count: Int, notes: [String]) {
    let memory = ObjectGraph().remember([GraphRoot(value, name: "root")])
    return (memory.survivors().count { $0.type == "Goal" }, memory.notLookedInto)
  }

  private func follow<T: Sendable>(_ all: any AsyncSequence<T, any Error> & Sendable) -> () async throws ->
    Void
  {
    { for try await _ in all {} }
  }

  private func counting<T>(_ all: any Collection<T>) -> () -> Int { { all.count } }

  @Test("A closure of generic code with a value of any type that conforms with certain types")
  func constrainedExistentials() {
    let unknown = ["a capture whose type is not known (root -> Held<() -> Int>.value (closure))"]
    #expect(walk(Held(counting([Goal()]))).notes == unknown)
    let stream = AsyncThrowingStream<Int, any Error> { $0.finish() }
    #expect(walk(Held(follow(stream))).notes.count == 1)
  }

  private func first<let count: Int, T>(_ all: InlineArray<count, T>) -> () -> T { { all[0] } }
  private func last<let count: Int>(_ all: InlineArray<count, Goal>) -> () -> Goal { { all[count - 1] } }

  @Test("A closure of generic code whose parameter is a number")
  func numbers() {
    let two: InlineArray<2, Goal> = [Goal(), Goal()]
    for found in [walk(Held(first(two))), walk(Held(last(two)))] {
      #expect(found.count == 0 && found.notes.count == 1, "\(found)")
    }
  }

  private func telling(_ delegate: any Delegate, _ goal: Goal) -> () -> Void {
    { [unowned delegate] in withExtendedLifetime(goal) { delegate.go() } }
  }

  @Test("What follows an unowned value of a protocol in a closure")
  func unowned() {
    let delegate = Listener()
    #expect(walk(Held(telling(delegate, Goal()))) == (1, []))
    withExtendedLifetime(delegate) {}
  }

  private final class Places {
    let address = Atomic<UnsafeMutableRawPointer?>(nil)
    let goal: Atomic<Unmanaged<Goal>?>
    init(_ goal: Goal) { self.goal = Atomic(.passUnretained(goal)) }
  }

  @Test("Optional pointers in an atomic place")
  func atomics() {
    let goal = Goal()
    #expect(walk(Places(goal)).notes == ["Unmanaged<Goal> (root -> Places.goal)"])
    withExtendedLifetime(goal) {}
  }

  private struct Header { var retainCount = 0 }

  @Test("Managed buffers whose header counts something else")
  func headers() {
    let wrong = ManagedBuffer<Int, Goal>.create(minimumCapacity: 1) { _ in 999 }
    #expect(
      walk(wrong).notes == [
        "the elements of a ManagedBuffer<Int, Goal>, whose number makes no sense (root -> ManagedBuffer<Int, Goal>)"
      ])
    let other = ManagedBuffer<Header, Goal>.create(minimumCapacity: 1) { _ in Header() }
    #expect(walk(other).notes.count == 1)
  }

  @Test("What Foundation keeps behind pointers of its own")
  func foundation() {
    let queue = OperationQueue()
    queue.isSuspended = true
    #expect(walk(queue).notes.contains("what a OperationQueue keeps (root -> OperationQueue)"))
    let center = NotificationCenter()
    let token = center.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in }
    let memory = ObjectGraph().remember([GraphRoot(token)])
    #expect(memory.survivors().map(\.type) == [], "a class of the system's is not remembered")
    center.removeObserver(token)
  }

  @Test("The attributes of a text, each of which Foundation keeps for good unless it is removed")
  func attributes() {
    #expect(walk(NSAttributedString(string: "abc")) == (0, []))
    let whole = NSRange(0..<3)
    let text = NSMutableAttributedString(string: "abc", attributes: [.init("a"): Goal()])
    for key in 1...30 { text.addAttribute(.init("\(key)"), value: Goal(), range: NSRange(key % 2..<3)) }
    #expect(walk(text) == (31, []))
    #expect(walk(text.attributedSubstring(from: NSRange(2..<3))) == (31, []))
    text.setAttributes([:], range: whole)
    #expect(walk(text) == (0, []))
    var kept: NSAttributedString? = NSAttributedString(string: "abc", attributes: [.init("a"): Goal()])
    let memory = ObjectGraph().remember([GraphRoot([kept], name: "root")])
    kept = nil
    #expect(memory.survivors().map(\.type) == ["Goal"])
  }

  private struct UnboundedHolder<T> { let value: T }
  private func unbounded<T>(_ holder: UnboundedHolder<T>) -> () -> T { { holder.value } }

  private final class Shop { var `# of goals`: [Goal] = [] }

  @Test("Names that look like something else")
  func names() {
    #expect(walk(Held(unbounded(UnboundedHolder(value: Goal())))) == (1, []))
    let shop = Shop()
    shop.`# of goals` = [Goal()]
    let paths = ObjectGraph().remember([GraphRoot(shop)]).survivors().map(\.plainPath)
    #expect(paths.count == 2 && paths[1].contains("#") && paths[1].hasSuffix("[0] -> Goal"), "\(paths)")
  }

  @Test("Many locks that others have are told ten times")
  func manyLocks() {
    let locks = (0..<30).map { _ in Held(Mutex(Goal())) }
    func holdAll(_ rest: ArraySlice<Held<Mutex<Goal>>>, _ body: () -> Void) {
      guard let first = rest.first else { return body() }
      first.value.withLock { _ in holdAll(rest.dropFirst(), body) }
    }
    // Ten of them are told, and that there are more.
    holdAll(locks[...]) { #expect(walk(locks).notes.count == 11) }
  }
}

private protocol Delegate: AnyObject { func go() }
private final class Listener: Delegate { func go() {} }

private func == (one: (count: Int, notes: [String]), other: (Int, [String])) -> Bool {
  one.count == other.0 && one.notes == other.1
}
