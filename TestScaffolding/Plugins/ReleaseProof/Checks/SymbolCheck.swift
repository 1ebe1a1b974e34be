/// Looks for the modules in the symbol tables and in the list of libraries of an executable.
package struct SymbolCheck: Sendable {
  let rules: ReleaseRules
  private let sources: [String: String]

  /// Creates a check; the traces tell from which source a type comes.
  package init(rules: ReleaseRules, traces: [Trace]) {
    self.rules = rules
    let types = traces.filter { $0.kind == .type }.compactMap { trace in
      trace.source.map { (trace.text, $0) }
    }
    sources = Dictionary(types, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the symbols that speak of a module, and each once, however many tables have it.
  package func findings(in symbols: [ElfSymbol]) -> [Finding] {
    var seen: Set<String> = []
    return symbols.compactMap { symbol in
      let readable = Demangler.demangle(symbol.name) ?? symbol.name
      let names = [symbol.name, readable]
      guard rules.scaffolding.contains(where: { module in names.contains { $0.contains(module) } }),
        seen.insert(symbol.name).inserted
      else { return nil }
      let what = readable == symbol.name ? symbol.name : "\(readable) (\(symbol.name))"
      return Finding(.symbol, what, in: symbol.table, from: source(of: readable))
    }
  }

  /// Returns the libraries that belong into tests.
  package func findings(inLibraries libraries: [String]) -> [Finding] {
    libraries.filter { library in rules.testLibraries.contains { library.hasPrefix($0) } }
      .map { Finding(.library, $0, in: ".dynamic") }
  }

  private func source(of readable: String) -> String? {
    let words = readable.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.lazy.compactMap { sources[String($0)] }.first
  }
}
