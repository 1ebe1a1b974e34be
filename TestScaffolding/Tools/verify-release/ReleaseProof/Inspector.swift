import Foundation
import ToolOptions

/// The result of inspecting one executable.
struct Inspection: Sendable, Equatable {
  let name: String
  /// Whether the manifest makes it depend on the scaffolding, as for a sample app, but not for a production app.
  let usesScaffolding: Bool
  /// How much was looked at.
  var size = 0
  var targets = 0
  var symbols = 0
  var strings = 0
  /// How often the app was started.
  var starts = 0
  var findings: [Finding] = []
}

/// Searches executables for the scaffolding of one package.
struct Inspector: Sendable {
  let traces: TraceList
  private let graph: TargetGraph
  private let edges: EdgeCheck
  private let symbols: SymbolCheck
  private let strings: StringCheck
  private let copies: CopyCheck

  /// Creates an inspector that has read the sources of the graph.
  init(rules: ReleaseRules, graph: TargetGraph) throws {
    self.graph = graph
    traces = try TraceList(rules: rules, graph: graph)
    edges = EdgeCheck(rules: rules, graph: graph)
    symbols = SymbolCheck(rules: rules, traces: traces.traces)
    copies = try CopyCheck(rules: rules, graph: graph)
    strings = StringCheck(traces: traces.traces, harmless: Self.harmless(rules: rules, graph: graph))
  }

  /// Checks the dependencies of an executable, and the contents of its file.
  func inspect(_ executable: TargetGraph.Executable, file path: String) -> Inspection {
    var inspection = Inspection(
      name: executable.name, usesScaffolding: edges.usesScaffolding(executable),
      findings: edges.findings(for: executable) + copies.findings(for: executable))
    inspection.targets = graph.reach(from: executable.target).count
    do {
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      inspection.size = bytes.count
      let file = try ElfFile(bytes)
      let names = try file.symbols()
      inspection.symbols = names.count
      inspection.strings = strings.stringCount(in: file)
      inspection.findings += symbols.findings(inLibraries: try file.neededLibraries())
      inspection.findings += symbols.findings(in: names)
      inspection.findings += try strings.findings(in: file)
      inspection.findings += try Self.resources(of: graph.reach(from: executable.target), beside: path)
        .flatMap { strings.findings(in: $0.contents, at: $0.path) }
    } catch let error as ToolFailure {
      inspection.findings.append(Finding(.unreadable, error.description, in: path))
    } catch {
      inspection.findings.append(Finding(.unreadable, error.localizedDescription, in: path))
    }
    return inspection
  }

  /// Every file in the folders of resources that the build puts beside an executable for its targets, with its path relative
  /// to the executable's folder.
  static func resources(
    of targets: [String], beside executable: String
  ) throws -> [(path: String, contents: [UInt8])] {
    let (manager, folder) = (FileManager.default, URL(filePath: executable).deletingLastPathComponent())
    let bundles = try manager.contentsOfDirectory(atPath: folder.path).filter { name in
      targets.contains { name.hasSuffix("_\($0).resources") }
    }
    let paths = try bundles.sorted().flatMap { bundle in
      try manager.subpathsOfDirectory(atPath: folder.appending(path: bundle).path).sorted()
        .map { "\(bundle)/\($0)" }
    }
    return try paths.compactMap { path in
      let file = folder.appending(path: path)
      let values = try? file.resourceValues(forKeys: [.isRegularFileKey])
      return values?.isRegularFile == true ? (path, Array(try Data(contentsOf: file))) : nil
    }
  }

  private static func harmless(rules: ReleaseRules, graph: TargetGraph) -> Set<String> {
    var names = Set(rules.scaffolding)
    for source in rules.scaffolding.compactMap(graph.target).flatMap(\.sources) {
      var path = source[...]
      while path.count > graph.package.count {
        names.insert(String(path))
        path = path.dropLast(path.reversed().prefix { $0 != "/" }.count + 1)
      }
    }
    return names
  }
}

extension TraceList {
  /// Reads the sources of the scaffolding, and those of everything that ships.
  init(rules: ReleaseRules, graph: TargetGraph) throws {
    let shipped = graph.executables.filter { rules.ships($0, in: graph) }
    let reached = Set(shipped.flatMap { graph.reach(from: $0.target) }).subtracting(rules.scaffolding)
    func files(of names: [String], where isRead: (String) -> Bool) throws -> [File] {
      try names.compactMap(graph.target).flatMap(\.sources).filter(isRead).map { path in
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        return (graph.relative(path), rules.embeds(path) ? SwiftSource(embedding: text) : SwiftSource(text))
      }
    }
    self.init(
      modules: rules.scaffolding, telltales: rules.telltales,
      scaffolding: try files(of: rules.scaffolding) { $0.hasSuffix(".swift") || rules.embeds($0) },
      product: try files(of: reached.sorted()) { $0.hasSuffix(".swift") })
  }
}
