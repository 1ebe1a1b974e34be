import Testing

@testable import ReleaseProof

@Suite("The rules for edges")
struct EdgeCheckTests {
  private func graph(_ edges: [String: [String]]) -> TargetGraph {
    TargetGraph(
      package: "/p",
      targets: edges.sorted { $0.key < $1.key }.map { name, uses in
        TargetGraph.Target(name, folder: "/p/SampleApps/\(name)", uses: uses)
      }, executables: [])
  }

  private func findings(_ edges: [String: [String]]) -> [String] {
    EdgeCheck(rules: ReleaseRules(), graph: graph(edges))
      .findings(for: .init("App", target: "App")).map(\.what)
  }

  @Test("let a sample reach the scaffolding through SampleAppKit")
  func sample() {
    let edges = [
      "App": ["SampleAppKit", "Shop"], "SampleAppKit": ["TestScaffolding", "ControlProtocol"],
      "TestScaffolding": ["ControlProtocol"], "Shop": [],
    ]
    #expect(findings(edges) == [])
    #expect(
      EdgeCheck(rules: ReleaseRules(), graph: graph(edges)).usesScaffolding(.init("App", target: "App")))
  }

  @Test("let a production app reach none of it")
  func production() {
    let edges = ["App": ["Shop", "Shell"], "Shop": ["Tree"], "Shell": ["Tree"], "Tree": []]
    #expect(findings(edges) == [])
    #expect(
      !EdgeCheck(rules: ReleaseRules(), graph: graph(edges)).usesScaffolding(.init("App", target: "App")))
  }

  @Test("refuse a direct edge, also beside the one through SampleAppKit")
  func directEdge() {
    #expect(findings(["App": ["AppDriver"], "AppDriver": ["ControlProtocol"]]) == ["App -> AppDriver"])
    #expect(
      findings(["App": ["SampleAppKit", "TestScaffolding"], "SampleAppKit": ["TestScaffolding"]])
        == ["App -> TestScaffolding"])
  }

  @Test("refuse an edge over other modules, and show the whole way")
  func indirectEdge() {
    #expect(
      findings(["App": ["Shop"], "Shop": ["Shell"], "Shell": ["ControlProtocol"]])
        == ["App -> Shop -> Shell -> ControlProtocol"])
  }

  @Test("come to an end in a circle")
  func circle() {
    #expect(findings(["App": ["A"], "A": ["B"], "B": ["A", "AppDriver"]]) == ["App -> A -> B -> AppDriver"])
  }

  @Test("notice that a target they speak of is gone")
  func missing() {
    func missing(_ targets: [String: [String]]) -> [String] {
      EdgeCheck(rules: ReleaseRules(), graph: graph(targets)).missingTargets()
    }
    #expect(missing(["AppDriver": [], "Shop": []]) == ["TestScaffolding", "SampleAppKit"])
    // A package whose UI tests are in another one has no driver.
    #expect(missing(["TestScaffolding": [], "SampleAppKit": []]) == [])
  }

  @Test("start what is an app, and no executable that never runs one")
  func apps() {
    let graph = graph(["App": ["Kit"], "Kit": ["AppRuntime"], "AppRuntime": [], "MakeTickets": ["Kitchen"]])
    let started = ["App", "MakeTickets"].filter { ReleaseRules().isApp(.init($0, target: $0), in: graph) }
    #expect(started == ["App"])
  }

  @Test("count tools below TestScaffolding/Tools and Tests among those that do not ship")
  func tools() {
    let folders = [
      "App": "/p/SampleApps/App", "Tool": "/p/TestScaffolding/Tools/Tool", "Bench": "/p/Tests/Bench",
      "Testsuite": "/p/Testsuite",
    ]
    let graph = TargetGraph(
      package: "/p", targets: folders.map { TargetGraph.Target($0.key, folder: $0.value) }, executables: [])
    let shipped = folders.keys.filter { ReleaseRules().ships(.init($0, target: $0), in: graph) }
    #expect(shipped.sorted() == ["App", "Testsuite"])
  }
}
