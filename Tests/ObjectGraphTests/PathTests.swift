import ObjectGraph
import Testing

@Suite("Paths to what survived")
struct PathTests {
  private final class Target: Sendable {}
  private class Base<T> {
    var value: T
    init(_ value: T) { self.value = value }
  }
  private final class Derived<T>: Base<T> {
    var more: Any = 0
  }
  private enum State {
    case empty
    case loaded(Target, Int)
    case failed(any Error)
    indirect case nested(State)
  }
  private struct Failure: Error { var code = 1, cause: Target }
  private struct Pair { var number = 1, target: Target }

  /// The path to the one target in the value.
  private func path(_ make: (Target) -> Any) -> String {
    let target = Target()
    let value = make(target)
    let survivors = ObjectGraph().remember([GraphRoot(value, name: "root")]).survivors()
    return survivors.first { $0.type.plain == "Target" }?.plainPath ?? "not found"
  }

  @Test("Fields, structs, tuples and optionals are written as in the source")
  func inline() {
    #expect(path { $0 } == "root -> Target")
    #expect(path { Base($0) } == "root -> Base<Target>.value -> Target")
    #expect(path { Base(Pair(target: $0)) } == "root -> Base<Pair>.value.target -> Target")
    #expect(path { Base<Pair?>(Pair(target: $0)) } == "root -> Base<Optional<Pair>>.value.target -> Target")
    #expect(path { Base((1, $0)) } == "root -> Base<(Int, Target)>.value.1 -> Target")
  }

  @Test("Collections are written with the position, where they have an order")
  func collections() {
    #expect(path { Base([Target(), $0].reversed().reversed() as [Target]) }.hasSuffix("-> Target"))
    #expect(path { Base([1: $0]) } == "root -> Base<Dictionary<Int, Target>>.value[…] -> Target")
    #expect(path { [[], [Pair(target: $0)]] } == "root[1][0].target -> Target")
    #expect(path { [ObjectIdentifier($0): [$0]] } == "root[…][0] -> Target")
    #expect(path { Base(Set([ObjectIdentifier($0)])) } == "not found")
    #expect(path { [$0][...] } == "root[0] -> Target")
  }

  @Test("Payloads of cases are written with the case")
  func enums() {
    #expect(path { Base(State.loaded($0, 1)) } == "root -> Base<State>.value.loaded.0 -> Target")
    #expect(
      path { Base(State.failed(Failure(cause: $0))) } == "root -> Base<State>.value.failed.cause -> Target")
    #expect(
      path { Base(State.nested(.nested(.loaded($0, 1)))) }
        == "root -> Base<State>.value.nested.nested.loaded.0 -> Target")
    #expect(path { _ in Base(State.empty) } == "not found")
  }

  @Test("Values of any type are looked into, small and large")
  func existentials() {
    #expect(path { Base<Any>($0) } == "root -> Base<Any>.value -> Target")
    #expect(path { Base<Any>((1, 2, 3, 4, $0)) } == "root -> Base<Any>.value.4 -> Target")
    #expect(path { Base<AnyObject>($0) } == "root -> Base<AnyObject>.value -> Target")
    #expect(path { Base<any Error>(Failure(cause: $0)) } == "root -> Base<Error>.value.cause -> Target")
  }

  @Test("Fields of generic ancestors are found")
  func ancestors() {
    #expect(path { Derived($0) } == "root -> Derived<Target>.value -> Target")
    #expect(
      path {
        let derived = Derived(1)
        derived.more = [$0]
        return derived
      } == "root -> Derived<Int>.more[0] -> Target")
  }

  @Test("Captures of closures are found, shared variables among them")
  func closures() {
    #expect(
      path { target in Base({ _ = target }) } == "root -> Base<() -> ()>.value (closure) captures Target")
    #expect(
      path { target in
        let number = 1
        return Base({ print(target, number) })
      } == "root -> Base<() -> ()>.value (closure) captures Target")
    #expect(
      path { target in
        var variable: Target? = target
        return Base({
          if variable != nil { variable = nil }
        })
      } == "root -> Base<() -> ()>.value (closure) captures Target")
    #expect(
      path { target in
        let pair = Pair(target: target)
        return Base({ (number: Int) -> Int in pair.number + number })
      } == "root -> Base<(Int) -> Int>.value (closure) captures target -> Target")
    #expect(path { target in Base({ [weak target] in _ = target }) } == "not found")
    #expect(path { target in Base({ [unowned target] in _ = target }) } == "not found")
  }

  private func keeping<Value, Other>(_ value: Value, _ other: Other) -> Base<() -> Int> {
    Base { MemoryLayout.size(ofValue: value) + MemoryLayout.size(ofValue: other) }
  }

  private struct Owner<Value> {
    let value: Value?
    func keeping<Other: Hashable>(_ others: [Other: Value?]) -> Base<() -> Int> {
      Base { others.count + MemoryLayout.size(ofValue: value) }
    }
  }

  @Test("Captures of closures in generic code are found, each by the types that it is bound to")
  func genericClosures() {
    let captures = "root -> Base<() -> Int>.value (closure) captures"
    for _ in 1...2 {
      #expect(path { keeping(1, $0) } == "\(captures) Target")
      #expect(path { keeping($0, "text") } == "\(captures) Target")
      #expect(path { keeping((Int8(1), Pair(target: $0)), UInt8(1)) } == "\(captures) 1.target -> Target")
      #expect(path { keeping([1], [$0]) } == "\(captures) [0] -> Target")
      #expect(path { Owner(value: $0).keeping([1: nil]) } == "\(captures) value -> Target")
      #expect(path { Owner(value: nil).keeping([1: $0]) } == "\(captures) […] -> Target")
      #expect(path { _ in keeping(1, 2) } == "not found")
    }
  }

  private final class Reader {
    let short = Substring("soup").utf8
    let (empty, long) = ("".unicodeScalars, String(repeating: "soup ", count: 20).utf16)
    let values = ["a": Target()].values
  }

  @Test("Views of texts have nothing to look into, and those of dictionaries what these have")
  func views() {
    let memory = ObjectGraph().remember([GraphRoot(Reader(), name: "root")])
    let reader = Reader()
    let kept = ObjectGraph().remember([GraphRoot(reader, name: "root")])
    #expect(memory.notLookedInto == [] && kept.notLookedInto == [])
    #expect(
      kept.survivors().map(\.plainPath)
        == ["root -> Reader", "root -> Reader.values._variant.object.rawValue[…] -> Target"])
  }

  private final class PlainBuffer: ManagedBuffer<Pair, Target> {}

  private struct Header { var count: Int, first: Target }
  private final class Counted: ManagedBuffer<Header, Target> {
    deinit { _ = withUnsafeMutablePointers { $1.deinitialize(count: $0.pointee.count) } }
  }

  @Test("The header and the elements of a managed buffer are found, where its header counts them")
  func managedBuffers() {
    let first = Target()
    let buffer = Counted.create(minimumCapacity: 8) { _ in Header(count: 2, first: first) }
    buffer.withUnsafeMutablePointerToElements { elements in
      for position in 0..<2 { (elements + position).initialize(to: Target()) }
    }
    let memory = ObjectGraph().remember([GraphRoot(buffer, name: "root")])
    #expect(
      memory.survivors().map(\.plainPath) == [
        "root -> Counted", "root -> Counted.header.first -> Target", "root -> Counted[0] -> Target",
        "root -> Counted[1] -> Target",
      ])
    #expect(memory.notLookedInto == [])
    let uncounted = PlainBuffer.create(minimumCapacity: 8) { _ in Pair(number: 2, target: first) }
    let guessed = ObjectGraph().remember([GraphRoot(uncounted, name: "root")])
    #expect(
      guessed.survivors().map(\.plainPath) == [
        "root -> PlainBuffer", "root -> PlainBuffer.header.target -> Target",
      ])
    #expect(
      guessed.notLookedInto
        == ["the elements of a PlainBuffer, of which nobody says which ones there are (root -> PlainBuffer)"])
  }
}
