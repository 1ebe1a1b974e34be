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

  /// Checks the dependencies of an executable, and the contents of its file and of all that ships beside it.
  func inspect(_ executable: TargetGraph.Executable, file path: String) -> Inspection {
    var inspection = Inspection(
      name: executable.name, usesScaffolding: edges.usesScaffolding(executable),
      findings: edges.findings(for: executable) + copies.findings(for: executable))
    let targets = graph.reach(from: executable.target)
    inspection.targets = targets.count
    func attempt(_ path: String, _ body: () throws -> Void) {
      do {
        try body()
      } catch {
        let reason = (error as? ToolFailure)?.description ?? error.localizedDescription
        inspection.findings.append(Finding(.unreadable, reason, in: path))
      }
    }
    let folder = URL(filePath: path).deletingLastPathComponent()
    var files = [path]
    var searched = 0
    while searched < files.count {
      let file = files[searched]
      attempt(file) {
        let needed = try search(file, isLibrary: searched > 0, for: &inspection)
        // A library of the package lies beside the executable. Another is the system's.
        files += needed.map { folder.appending(path: $0).path }
          .filter { !files.contains($0) && FileManager.default.fileExists(atPath: $0) }
      }
      searched += 1
    }
    attempt(path) {
      inspection.findings += try Self.resources(of: targets, beside: path)
        .flatMap { strings.findings(in: $0.contents, at: $0.path) }
    }
    return inspection
  }

  /// Searches a file, and returns the names of the libraries that it needs.
  private func search(
    _ path: String, isLibrary: Bool, for inspection: inout Inspection
  ) throws -> [String] {
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    inspection.size += bytes.count
    let file = try ElfFile(bytes)
    let (names, needed) = (try file.symbols(), try file.neededLibraries())
    inspection.symbols += names.count
    inspection.strings += strings.stringCount(in: file)
    let findings =
      symbols.findings(inLibraries: needed) + symbols.findings(in: names)
      + (try strings.findings(in: file))
    let library = isLibrary ? " of " + URL(filePath: path).lastPathComponent : ""
    inspection.findings += findings.map {
      Finding($0.kind, $0.what, in: $0.place + library, from: $0.source)
    }
    return needed
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
    func files(of targets: [TargetGraph.Target], read: (String, [UInt8]) -> SwiftSource?) throws -> [File] {
      try targets.flatMap(\.sources).filter(rules.isRead).compactMap { path in
        let bytes = Array(try Data(contentsOf: URL(filePath: path)))
        return read(path, bytes).map { (graph.relative(path), $0) }
      }
    }
    let scaffolding = try files(of: rules.scaffolding.compactMap(graph.target)) { path, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if rules.embeds(path) { return SwiftSource(embedding: text) }
      return rules.isC(path) ? SwiftSource(inC: text) : SwiftSource(text)
    }
    let functions = scaffolding.flatMap(\.source.functions).map { Array($0.text.utf8) }
    let product = try files(of: rules.shipped(in: graph)) { path, bytes in
      let text = { String(decoding: bytes, as: UTF8.self) }
      if path.hasSuffix(".swift") { return SwiftSource(text()) }
      // Libraries in C are long. What matters of them is whether they have a function of the same name.
      let area = SearchArea(bytes[...])
      return rules.isC(path) && functions.contains(where: area.contains) ? SwiftSource(inC: text()) : nil
    }
    self.init(
      modules: rules.scaffolding, telltales: rules.telltales, scaffolding: scaffolding, product: product)
  }
}
