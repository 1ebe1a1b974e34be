import Leaks
import ObjectGraph
import TestSupport
import Testing

/// What keeps objects of an ended session.
@MainActor private enum Attic {
  static var prey: [Prey] = []
}

private final class Prey {}

private final class Model {
  let rows: [Prey]

  init(_ rows: [Prey]) { self.rows = rows }
}

/// A size that nothing else has, so that the next one gets the memory of the last one.
private typealias Room = (
  Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int
)

private final class HalfMadeCabinet {
  let first: AnyObject?
  let second: AnyObject?
  var room: Room?

  init(_ first: AnyObject?, _ second: () -> AnyObject?) {
    self.first = first
    self.second = second()
  }
}

private final class HiddenCrate {
  let prey: Prey

  init(_ prey: Prey) { self.prey = prey }
}

@Suite("An object whose initializer has not ended", .serialized)
@MainActor struct UnfinishedObjectTests {
  private let graph = ObjectGraph()

  /// What is said to hold the prey while a cabinet is made in memory where one was that held it.
  private func holders(of prey: () -> Prey, besides box: () -> AnyObject? = { nil }) -> [LeakHolder] {
    let remembered = graph.remember([GraphRoot(Model([prey()]))])
    return withExtendedLifetime(box()) {
      var leaks: [Leak] = []
      withExtendedLifetime(HalfMadeCabinet(nil, prey)) {}
      _ = HalfMadeCabinet(nil) {
        leaks = graph.explain(remembered.survivors()).leaks
        return nil
      }
      return leaks.flatMap(\.holders)
    }
  }

  @Test("does not hold what its memory had before, where all references are known")
  func known() {
    Attic.prey = [Prey()]
    defer { Attic.prey = [] }
    let holders = holders(of: { Attic.prey[0] })
    #expect(holders.map(\.description) == ["held by static Attic.prey[0] -> Prey"])
  }

  @Test("is a guess beside an object that nothing known holds")
  func unknown() throws {
    // In this form, the address is none that a search finds.
    let kept = ~UInt(bitPattern: Unmanaged.passRetained(HiddenCrate(Prey())).toOpaque())
    defer { Unmanaged<HiddenCrate>.fromOpaque(UnsafeRawPointer(bitPattern: ~kept)!).release() }
    let holders = holders(of: {
      Unmanaged<HiddenCrate>.fromOpaque(UnsafeRawPointer(bitPattern: ~kept)!).takeUnretainedValue().prey
    })
    #expect(holders.count > 0 && !holders.contains(where: \.isCertain), "\(holders)")
  }
}
