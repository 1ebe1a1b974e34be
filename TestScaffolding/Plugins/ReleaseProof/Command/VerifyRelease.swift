internal import Foundation

/// The command, in the two steps between which the plugin has the executables built.
package struct VerifyRelease {
  let rules: ReleaseRules
  let graph: TargetGraph
  let options: Options

  /// Reads the graph that the plugin wrote, and the words of the user.
  package init(graphFile: String, arguments: [String], rules: ReleaseRules = ReleaseRules()) throws {
    options = try Options(arguments)
    var rules = rules
    rules.bridge = options.bridge ?? rules.bridge
    let graph = try JSONDecoder().decode(TargetGraph.self, from: Data(contentsOf: URL(filePath: graphFile)))
    if rules.refusedOptions.isEmpty { try rules.readOptions(of: graph) }
    self.rules = rules
    self.graph = graph.adding(try ManifestEdges(package: graph.package))
  }

  /// Returns the products that have to be built first; the negative control builds its own.
  package func plan() throws -> [String] {
    options.help || options.negativeControl
      ? [] : try options.selection(from: graph, rules: rules).map(\.name)
  }

  /// Checks the built executables, writes what came out, and returns whether all is well.
  package func check(files: [String: String], workFolder: String, write: (String) -> Void) throws -> Bool {
    if options.help {
      write(Options.usage + "\n")
      return true
    }
    let missing = EdgeCheck(rules: rules, graph: graph).missingTargets()
    guard missing.isEmpty else {
      write(
        "The rules speak of targets that the package does not have: \(missing.joined(separator: ", ")).\n")
      return false
    }
    let executables = try options.selection(from: graph, rules: rules)
    return options.negativeControl
      ? try control(executables, workFolder: workFolder, write: write)
      : try inspect(executables, files: files, workFolder: workFolder, write: write)
  }

  private func inspect(
    _ executables: [TargetGraph.Executable], files: [String: String], workFolder: String,
    write: (String) -> Void
  ) throws -> Bool {
    let inspector = try Inspector(rules: rules, graph: graph)
    let behaviour = BehaviourCheck(rules: rules, workFolder: workFolder)
    var inspections: [Inspection] = []
    for (index, executable) in executables.enumerated() {
      write("[\(index + 1)/\(executables.count)] Checking \(executable.name)\n")
      guard let file = files[executable.name] else {
        write("The build of \(executable.name) named no file.\n")
        return false
      }
      var inspection = inspector.inspect(executable, file: file)
      inspection.findings += try behaviour.findings(for: file)
      inspection.extent.starts = behaviour.starts
      inspections.append(inspection)
    }
    let traces = inspector.traces
    let skipped = graph.executables.filter { !rules.ships($0, in: graph) }.map(\.name)
    write(
      """

      Sought: \(traces.count(of: .module)) modules, \(traces.count(of: .type)) types, \
      \(traces.count(of: .literal)) literals of the scaffolding.
      Tools that do not ship: \(skipped.isEmpty ? "none" : skipped.joined(separator: ", ")).

      \(Report.text(of: inspections))
      """)
    return inspections.allSatisfy(\.findings.isEmpty)
  }

  private func control(
    _ executables: [TargetGraph.Executable], workFolder: String, write: (String) -> Void
  ) throws -> Bool {
    let edges = EdgeCheck(rules: rules, graph: graph)
    guard let executable = executables.first(where: edges.usesScaffolding) else {
      throw Options.UsageError(
        description: "The negative control needs an executable that uses the scaffolding in debug builds.")
    }
    write("Building \(executable.name) with a forgotten gate\n")
    let control = NegativeControl(rules: rules, graph: graph, workFolder: workFolder)
    let outcomes = try control.run(on: executable)
    write("\n" + NegativeControl.report(of: outcomes))
    return outcomes.allSatisfy(\.isCaught)
  }
}
