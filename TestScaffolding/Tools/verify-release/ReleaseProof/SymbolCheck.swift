/// Searches an executable's symbol tables for the forbidden modules and functions, and its list of libraries.
struct SymbolCheck: Sendable {
  private let modules: [ModuleName]
  private let testLibraries: [String]
  private let sources: [String: String]
  private let functions: [String: String]

  /// Creates a check. The traces say which functions to look for, and which source a type comes from.
  init(rules: ReleaseRules, traces: [Trace]) {
    modules = rules.scaffolding.map(ModuleName.init)
    testLibraries = rules.testLibraries
    func places(of kind: Trace.Kind) -> [String: String] {
      let places = traces.filter { $0.kind == kind }.compactMap { trace in
        trace.source.map { (trace.text, $0) }
      }
      return Dictionary(places, uniquingKeysWith: { first, _ in first })
    }
    (sources, functions) = (places(of: .type), places(of: .function))
  }

  /// Returns the symbols that are of a module; each once, even if several tables contain it.
  func findings(in symbols: [ElfSymbol]) -> [Finding] {
    var seen: Set<String> = []
    return symbols.compactMap { symbol in
      let readable = Self.demangled(symbol.name) ?? symbol.name
      guard
        functions[symbol.name] != nil || modules.contains(where: { $0.isNamed(in: symbol.name, readable) }),
        seen.insert(symbol.name).inserted
      else { return nil }
      let what = readable == symbol.name ? symbol.name : "\(readable) (\(symbol.name))"
      return Finding(.symbol, what, in: symbol.table, from: functions[symbol.name] ?? source(of: readable))
    }
  }

  /// Returns the libraries that belong only in tests.
  func findings(inLibraries libraries: [String]) -> [Finding] {
    libraries.filter { library in testLibraries.contains { library.hasPrefix($0) } }
      .map { Finding(.library, $0, in: ".dynamic") }
  }

  private func source(of readable: String) -> String? {
    let words = readable.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.lazy.compactMap { sources[String($0)] }.first
  }

  /// Returns the demangled form of a Swift symbol; nil for any other symbol.
  ///
  /// Mangling abbreviates words that occurred before: `9AppDriver` may become `0B6Driver`. Searching only the mangled
  /// name would miss it.
  private static func demangled(_ symbol: String) -> String? {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") || symbol.hasPrefix("_T") else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64 << 10) { room in
      guard let start = room.baseAddress else { return nil }
      var size = UInt(room.count)
      // A longer name is cut off.
      guard runtimeDemangle(symbol, UInt(symbol.utf8.count), start, &size, 0) != nil else { return nil }
      return String(cString: start)
    }
  }
}

// The Swift runtime exports its demangler in C but has no Swift interface for it.
@_silgen_name("swift_demangle")
private func runtimeDemangle(
  _ name: UnsafePointer<CChar>, _ length: UInt, _ output: UnsafeMutablePointer<CChar>?,
  _ outputSize: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
