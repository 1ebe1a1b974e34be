/// Checks that no executable depends on the scaffolding, unless through the one bridge.
package struct EdgeCheck: Sendable {
  package let rules: ReleaseRules
  package let graph: TargetGraph

  package init(rules: ReleaseRules, graph: TargetGraph) {
    self.rules = rules
    self.graph = graph
  }

  /// Returns each way into the scaffolding that does not lead over the bridge.
  package func findings(for executable: TargetGraph.Executable) -> [Finding] {
    let scaffolding = Set(rules.scaffolding)
    return graph.routes(from: executable.target, avoiding: [rules.bridge])
      .filter { route in
        route.last.map(scaffolding.contains) == true && scaffolding.isDisjoint(with: route.dropLast())
      }
      .map { Finding(.edge, $0.joined(separator: " -> "), in: "Package.swift") }
  }

  /// Returns whether the executable reaches the scaffolding at all.
  package func usesScaffolding(_ executable: TargetGraph.Executable) -> Bool {
    !Set(rules.scaffolding).isDisjoint(with: graph.reach(from: executable.target))
  }

  /// Returns what the rules speak of and the package does not have: a rule about nothing proves nothing.
  package func missingTargets() -> [String] {
    (rules.scaffolding + [rules.bridge]).filter { graph.target($0) == nil }
  }
}
