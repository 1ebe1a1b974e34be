import Foundation
import Testing

@testable import ObjectGraph

/// Has a namesake in Foundation.
private final class Timer {}

/// Has a namesake within another type.
private final class Lodger<Value> {}

private enum Hostel {
  final class Lodger {}
  final class Warden<Guest> {}
}

extension Array {
  fileprivate final class Lodging { final class Lodger {} }
}

@Suite("A type is written")
struct TypeNameTests {
  private func name(_ type: Any.Type) -> String { TypeNames.name(of: Metadata(type)) }

  @Test("with its module, where a type of the system has the name")
  func systems() {
    #expect(name(Timer.self) == "ObjectGraphTests.Timer")
    #expect(name(Foundation.Timer.self) == "Foundation.Timer")
    #expect(name([Timer].self) == "Array<ObjectGraphTests.Timer>")
  }

  @Test("with the type around it, where another one has the name")
  func nested() {
    #expect(name(Lodger<Int>.self) == "Lodger<Int>")
    #expect(name(Hostel.Lodger.self) == "Hostel.Lodger")
    #expect(name([Int].Lodging.Lodger.self) == "Array<Int>.Lodging.Lodger")
    #expect(name(Lodger<Hostel.Lodger>.self) == "Lodger<Hostel.Lodger>")
    #expect(name((Int, Hostel.Lodger?).self) == "(Int, Optional<Hostel.Lodger>)")
    #expect(name((() -> Hostel.Lodger).self) == "() -> Hostel.Lodger")
  }

  @Test("by its own name, where no other one has it")
  func alone() {
    #expect(name(Hostel.Warden<Hostel>.self) == "Warden<Hostel>")
    #expect(name([String: Hostel?].self) == "Dictionary<String, Optional<Hostel>>")
    #expect(name(Set<URL>.self) == "Set<URL>")
  }

  @Test("in the same way for an object that leaks, and on the path to it")
  func report() {
    let box = Hostel.Warden<Hostel.Lodger>()
    let survivors = ObjectGraph().remember([GraphRoot(box)]).survivors()
    #expect(survivors.map(\.type) == ["Warden<Hostel.Lodger>"])
    #expect(survivors.map(\.path) == ["Warden<Hostel.Lodger>"])
  }
}
