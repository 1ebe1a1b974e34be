import Foundation
import OperatingSystem
import ToolOptions

/// The command. It has two steps, between which the plugin builds the executables.
package struct VerifyRelease {
  private let rules: ReleaseRules
  private let graph: TargetGraph
  private let options: Options
  /// The plugin holds the other end of this pipe. Ctrl-C reaches neither this process nor what it starts, only the plugin. What
  /// is being checked is checked to its end.
  private let interruption = Descriptor(borrowing: 0)

  /// Reads the graph that the plugin wrote, and parses the arguments.
  package init(graphFile: String, arguments: [String]) throws {
    options = try Options(arguments)
    var rules = ReleaseRules()
    rules.bridge = options.bridge ?? rules.bridge
    let graph = try JSONDecoder().decode(TargetGraph.self, from: Data(contentsOf: URL(filePath: graphFile)))
    try rules.readOptions(of: graph)
    self.rules = rules
    self.graph = graph.adding(
      try TargetGraph.edges(
        in: TargetGraph.dump(of: graph.package, until: interruption), of: graph.package))
  }

  /// Returns the products to build first; none for the negative control, which builds its own.
  package func plan() throws -> [String] {
    if !options.help { try expectTargets() }
    return options.help || options.negativeControl
      ? [] : try options.selection(from: graph, rules: rules).map(\.name)
  }

  /// Checks the built executables, writes the results, and returns whether everything passed.
  package func check(
    files: [String: String], workFolder: String, write: (String) -> Void
  ) throws -> Bool {
    if options.help {
      write(Options.usage.text + "\n")
      return true
    }
    let executables = try options.selection(from: graph, rules: rules)
    return options.negativeControl
      ? try control(executables, workFolder: workFolder, write: write)
      : try inspect(executables, files: files, workFolder: workFolder, write: write)
  }

  /// Throws where nothing could be proven: better before minutes of building.
  private func expectTargets() throws {
    let missing = EdgeCheck(rules: rules, graph: graph).missingTargets()
    guard missing.isEmpty else {
      throw ToolFailure(
        "Neither the package nor what it uses has a target \(missing.joined(separator: ", "))."
          + (missing.contains(rules.bridge)
            ? " '--bridge TARGET' names the one that depends on TestScaffolding." : ""))
    }
    guard
      !options.negativeControl
        || FileManager.default.fileExists(atPath: graph.package + "/" + rules.controlFile)
    else {
      throw ToolFailure(
        "'--negative-control' is for CleanSlate's own package: it takes away a gate in \(rules.controlFile), which is not "
          + "in \(graph.package).")
    }
  }

  private func inspect(
    _ executables: [TargetGraph.Executable], files: [String: String], workFolder: String,
    write: (String) -> Void
  ) throws -> Bool {
    let inspector = try Inspector(rules: rules, graph: graph)
    let behaviour = BehaviourCheck(rules: rules, workFolder: workFolder)
    var inspections: [Inspection] = []
    for (index, executable) in executables.enumerated() {
      if try interruption.isReadable { throw ToolFailure("Interrupted.") }
      write("[\(index + 1)/\(executables.count)] Checking \(executable.name)\n")
      guard let file = files[executable.name] else {
        write("The build of \(executable.name) named no file.\n")
        return false
      }
      var inspection = inspector.inspect(executable, file: file)
      if rules.isApp(executable, in: graph) {
        inspection.findings += try behaviour.findings(for: file)
        inspection.starts = behaviour.starts
      }
      inspections.append(inspection)
    }
    let traces = inspector.traces
    let skipped = graph.executables.filter { !rules.ships($0, in: graph) }.map(\.name)
    write(
      """

      Searched for: \(traces.count(of: .module)) modules, \(traces.count(of: .type)) types, \
      \(traces.count(of: .function)) functions in C, \(traces.count(of: .literal)) literals of the scaffolding.
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
      throw UsageError(
        description: "The negative control needs an executable that uses the scaffolding in debug builds.")
    }
    write("Building \(executable.name) with a forgotten gate\n")
    let control = NegativeControl(rules: rules, graph: graph, workFolder: workFolder)
    let outcomes = try control.run(on: executable, until: interruption)
    write("\n" + NegativeControl.report(of: outcomes))
    return outcomes.allSatisfy(\.isCaught)
  }
}

/// The arguments of `swift package verify-release`.
package struct Options: Sendable, Equatable {
  /// The executables to check; if empty, all that ship.
  var products: [String] = []
  var negativeControl = false
  /// The one module through which an app may depend on the scaffolding, if it is not the default one.
  var bridge: String?
  var help = false

  /// Parses the arguments.
  init(_ arguments: [String]) throws(UsageError) {
    help = arguments.contains("--help") || arguments.contains("-h")
    if help { return }
    let words = try GivenWords(arguments, for: Self.usage)
    (products, bridge) = (words.values(of: "--product"), words.value(of: "--bridge"))
    negativeControl = words.has("--negative-control")
  }

  static let usage = ToolUsage(
    "swift package verify-release [options]",
    about: [
      "Builds every executable that ships for release, and proves that nothing of the test scaffolding is in it: no "
        + "edge in the manifest, no symbol, no string, no option that only a debug build understands. It fails "
        + "with what it found.",
      "EXAMPLE:\n  swift package verify-release --product Storefront",
    ],
    options: [
      ToolOption(
        "--product", "NAME", help: "Checks this executable only; may be given more than once.", repeats: true),
      ToolOption(
        "--bridge", "NAME",
        help: "The one module through which apps may depend on the scaffolding, instead of SampleAppKit."),
      ToolOption(
        "--negative-control",
        help: "Builds a copy that is contaminated on purpose, and fails unless that is noticed."),
    ])

  /// Returns the executables to check.
  func selection(
    from graph: TargetGraph, rules: ReleaseRules
  ) throws(UsageError) -> [TargetGraph.Executable] {
    let shipped = graph.executables.filter { rules.ships($0, in: graph) }
    let names = shipped.map(\.name).sorted().joined(separator: ", ")
    for name in products where !shipped.contains(where: { $0.name == name }) {
      throw UsageError(description: "No executable '\(name)' ships; these do: \(names).")
    }
    guard !shipped.isEmpty else { throw UsageError(description: "The package has no executable that ships.") }
    return products.isEmpty ? shipped : shipped.filter { products.contains($0.name) }
  }
}
