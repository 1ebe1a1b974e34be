/// The traces to look for: what occurs in the scaffolding's sources but not in the product's.
struct TraceList: Sendable {
  let traces: [Trace]

  /// A source file, with its path relative to the package.
  typealias File = (path: String, source: SwiftSource)

  /// Creates the list. Product code inside `#if DEBUG` counts as scaffolding.
  ///
  /// - Parameter telltales: Literals to look for even if the product contains them.
  init(modules: [String], telltales: [String] = [], scaffolding: [File], product: [File]) {
    let vocabulary = ProductVocabulary(product.map(\.source))
    let suspects =
      scaffolding.flatMap { path, source in Self.traces(of: source, in: path) }
      + product.flatMap { path, source in Self.traces(of: source, in: path, where: \.isGated) }
    var seen: Set<String> = []
    traces =
      modules.map { Trace(.module, $0) }.filter { !vocabulary.includes($0) }
      + suspects.filter {
        telltales.contains($0.text) && $0.kind == .literal && seen.insert("literal \($0.text)").inserted
      }
      + telltales.filter { seen.insert("literal \($0)").inserted }.map { Trace(.literal, $0) }
      + suspects.filter { trace in
        seen.insert("\(trace.kind.rawValue) \(trace.text)").inserted && Self.isTelling(trace)
          && !vocabulary.includes(trace)
      }
  }

  func count(of kind: Trace.Kind) -> Int { traces.count { $0.kind == kind } }

  private static func traces(
    of source: SwiftSource, in path: String, where isMeant: (SwiftSource.Item) -> Bool = { _ in true }
  ) -> [Trace] {
    [(Trace.Kind.type, source.types), (.function, source.functions), (.literal, source.literals)]
      .flatMap { kind, items in
        items.filter(isMeant).map { Trace(kind, $0.text, source: "\(path):\($0.line)") }
      }
  }

  /// Returns whether a trace is long enough that it will not occur by chance, and no name that the compiler gives, too: every
  /// type that is `Codable` has its `CodingKeys`.
  private static func isTelling(_ trace: Trace) -> Bool {
    switch trace.kind {
    case .module: true
    case .type: trace.text.utf8.count >= 4 && trace.text != "CodingKeys"
    case .function:
      trace.text.utf8.count >= 8 && trace.text.dropFirst().contains { $0.isUppercase || $0 == "_" }
    case .literal: trace.text.utf8.count >= 8 && trace.text.count { $0.isLetter || $0.isNumber } >= 6
    }
  }
}

/// What a release contains anyway, so that finding it proves nothing.
private struct ProductVocabulary {
  private let types: Set<String>
  private let functions: Set<String>
  private let names: String
  private let literals: String
  private let literalWords: Set<String>

  init(_ sources: [SwiftSource]) {
    types = Set(sources.flatMap(\.types).filter { !$0.isGated }.map(\.text))
    functions = Set(sources.flatMap { $0.functions + $0.ownFunctions }.map(\.text))
    names = sources.reduce(into: Set()) { $0.formUnion($1.words) }.joined(separator: "\n")
    literals = sources.flatMap(\.literals).filter { !$0.isGated }.map(\.text).joined(separator: "\n")
    literalWords = Set(literals.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }

  /// Returns whether the product contains the trace too. Types that it merely uses do not count: using a type of the
  /// scaffolding is exactly the mistake to find.
  func includes(_ trace: Trace) -> Bool {
    switch trace.kind {
    case .module: ModuleName(trace.text).isOneWord && types.contains(trace.text)
    case .type: types.contains(trace.text) || literalWords.contains(trace.text)
    case .function: functions.contains(trace.text)
    case .literal: literals.contains(trace.text) || names.contains(trace.text)
    }
  }
}

/// Something that the scaffolding would leave in a binary.
struct Trace: Sendable, Equatable {
  /// The form of a trace in a binary.
  enum Kind: String, Sendable {
    /// The name of a module, even inside a mangled name or a path.
    case module
    /// The name of a type, as a separate string.
    case type
    /// The name of a function in C, as a symbol.
    case function
    /// The text of a literal anywhere, or as numbers in the machine code.
    case literal
  }

  let kind: Kind
  let text: String
  /// The file and line of its source, if known.
  let source: String?

  init(_ kind: Kind, _ text: String, source: String? = nil) {
    (self.kind, self.text, self.source) = (kind, text, source)
  }
}
