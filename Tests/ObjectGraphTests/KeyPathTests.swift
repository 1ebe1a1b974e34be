import Leaks
import ObjectGraph
import Testing

@Suite("What stands in the subscripts of a key path")
struct KeyPathTests {
  private struct Subject: Hashable {
    unowned let owner: Model
    static func == (one: Subject, other: Subject) -> Bool { one.owner === other.owner }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
  }
  private final class Model: Hashable {
    var path: AnyKeyPath?
    subscript(_ subject: Subject) -> Int { 0 }
    subscript(_ model: Model) -> Int { 0 }
    static func == (one: Model, other: Model) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  private final class Keeper { var path: AnyKeyPath? }

  private func remember(in graph: ObjectGraph, _ lead: (Model) -> Void) -> (
    RememberedObjects, Unmanaged<Model>
  ) {
    let model = Model()
    lead(model)
    return (graph.remember([GraphRoot(model)]), Unmanaged.passRetained(model))
  }

  /// What is told of a model to which a key path leads, and which was retained without a release.
  private func leaks(besides keeper: Keeper? = nil, from new: Keeper? = nil, _ lead: (Model) -> Void)
    -> [Leak]
  {
    let graph = ObjectGraph()
    let (memory, model) = remember(in: graph, lead)
    defer {
      model.takeUnretainedValue().path = nil
      model.release()
    }
    let survivors = graph.leaks(among: memory.survivors(), besides: keeper.map { [GraphRoot($0)] } ?? [])
    return graph.explain(survivors, from: new.map { [GraphRoot($0)] } ?? []).leaks
  }

  @Test("may be unowned, and makes no cycle for sure: time may take it away")
  func cycle() {
    for leaks in [leaks { $0.path = \Model[Subject(owner: $0)] }, leaks { $0.path = \Model[$0] }] {
      #expect(leaks.map(\.type.plain) == ["Model"])
      #expect(leaks.flatMap(\.holders).allSatisfy { !$0.isCertain }, "\(leaks)")
      #expect(leaks.flatMap(\.holders).contains { $0.path.description.contains("Model.path") }, "\(leaks)")
      #expect(leaks.allSatisfy { !$0.isHeldForGood })
    }
  }

  @Test("may be unowned, and makes nobody else a holder for sure")
  func others() {
    let keeper = Keeper()
    defer { keeper.path = nil }
    let leaks = leaks(from: keeper) { keeper.path = \Model[Subject(owner: $0)] }
    #expect(leaks.map(\.type.plain) == ["Model"])
    #expect(leaks.flatMap(\.holders).allSatisfy { !$0.isCertain }, "\(leaks)")
    #expect(self.leaks(besides: keeper) { keeper.path = \Model[Subject(owner: $0)] }.count == 1)
  }
}
