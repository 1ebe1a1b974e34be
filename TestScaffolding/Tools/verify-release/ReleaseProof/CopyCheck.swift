import Foundation

/// Looks for product sources that copy a source of the scaffolding without its `#if DEBUG`.
struct CopyCheck: Sendable {
  private struct Source: Sendable {
    let path: String
    let lines: Set<String>

    /// Keeps only lines that are characteristic of the file.
    init(path: String, text: String) {
      self.path = path
      let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      self.lines = Set(
        lines.filter { line in
          line.utf8.count >= 16 && !["//", "import ", "#"].contains { line.hasPrefix($0) }
        })
    }
  }

  private static let fewestLines = 8

  private let graph: TargetGraph
  private let scaffolding: [Source]
  private let product: [String: [Source]]

  init(rules: ReleaseRules, graph: TargetGraph) throws {
    self.graph = graph
    func sources(of target: TargetGraph.Target, gated: Bool) throws -> [Source] {
      try target.sources.filter(rules.isRead).compactMap { file in
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        // A product file that is entirely inside `#if DEBUG` ships nothing.
        if !gated, SwiftSource.isWhollyInsideDebug(text) { return nil }
        return Source(path: graph.relative(file), text: text)
      }
    }
    scaffolding = try rules.scaffolding.compactMap(graph.target).flatMap { try sources(of: $0, gated: true) }
    product = try Dictionary(
      rules.shipped(in: graph).map { ($0.name, try sources(of: $0, gated: false)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the executable's sources that consist mostly of the lines of a scaffolding source.
  func findings(for executable: TargetGraph.Executable) -> [Finding] {
    graph.reach(from: executable.target).compactMap { product[$0] }.joined().compactMap { source in
      scaffolding.lazy.compactMap { original in
        let shared = original.lines.intersection(source.lines).count
        let isCopy =
          shared >= Self.fewestLines && shared * 2 >= min(original.lines.count, source.lines.count)
        return isCopy
          ? Finding(.source, "\(shared) lines of \(original.path)", in: source.path, from: original.path)
          : nil
      }.first
    }
  }
}
