import Leaks
import ObjectGraph
import TestSupport
import Testing

@Suite("Planted leaks are found, each with its report")
struct PlantedLeakTests {
  @Test("Each planted leak is reported as it is", arguments: PlantedLeak.all.indices)
  func report(_ index: Int) {
    let leak = PlantedLeak.all[index]
    #expect(found(leak) == leak.report, "\(leak.name)")
  }

  @Test("A thousand plantings in seeded orders are all found, and nothing more")
  func manyOrders() {
    var random = SeededGenerator(seed: 6)
    var wrong: [String] = []
    for _ in 0..<(1_000 / PlantedLeak.all.count + 1) {
      for leak in PlantedLeak.all.shuffled(using: &random) where found(leak) != leak.report {
        wrong.append(leak.name)
      }
    }
    #expect(wrong == [])
  }

  @Test("Leaks planted together are reported each for itself")
  func together() {
    let graph = ObjectGraph(searchesMemory: false)
    var random = SeededGenerator(seed: 60)
    for _ in 0..<50 {
      // Of several sessions that something outside holds, nobody tells which is which: they are one report.
      var leaks = PlantedLeak.all.shuffled(using: &random)
      let first = leaks.firstIndex { $0.report.contains("outside") }
      leaks = leaks.indices.filter { $0 == first || !leaks[$0].report.contains("outside") }.prefix(4).map {
        leaks[$0]
      }
      let (memory, undo) = plant(leaks, graph)
      let reports = graph.explain(memory.survivors()).leaks.map { leak in
        leak.description.plain.split(separator: "\n").dropFirst().joined(separator: "\n")
      }
      let expected = leaks.map { $0.report.split(separator: "\n").dropFirst().joined(separator: "\n") }
      #expect(reports.sorted() == expected.sorted())
      for undo in undo { undo() }
      #expect(!memory.hasSurvivors)
    }
  }

  @Test("What the new roots hold is reported with the path from there")
  func heldByNew() {
    let graph = ObjectGraph(searchesMemory: false)
    let new = Session()
    let memory = graph.remember([GraphRoot(adopted(by: new))])
    let report = graph.explain(memory.survivors(), from: [GraphRoot(new, name: "new host")])
    #expect(
      "\(report)".plain == """
        Item is still alive; it was Item
          held by what is new: new host -> Session.byName["late"] -> Item
        """)
  }

  private func adopted(by session: Session) -> Item {
    let item = Item()
    session.byName["late"] = item
    return item
  }

  private func plant(_ leaks: [PlantedLeak], _ graph: ObjectGraph) -> (RememberedObjects, [() -> Void]) {
    let planted = leaks.map { $0.plant() }
    return (graph.remember(planted.map { GraphRoot($0.value) }), planted.map(\.undo))
  }

  private func found(_ leak: PlantedLeak) -> String {
    let graph = ObjectGraph(searchesMemory: false)
    let (memory, undo) = rememberOne(leak, graph)
    let report = graph.explain(memory.survivors()).leaks.map(\.description.plain).joined(
      separator: "\n")
    undo()
    return memory.hasSurvivors ? "the leak was not undone" : report
  }

  private func rememberOne(_ leak: PlantedLeak, _ graph: ObjectGraph) -> (RememberedObjects, () -> Void) {
    let planted = leak.plant()
    return (graph.remember([GraphRoot(planted.value)]), planted.undo)
  }
}
