/// The traces to look for: what is in the scaffolding's sources and nowhere in the product's.
package struct TraceList: Sendable {
  package let traces: [Trace]

  /// A source file with its path below the package folder.
  package typealias File = (path: String, source: SwiftSource)

  /// Derives the list. What the product gates for debug builds counts as scaffolding, too.
  package init(modules: [String], scaffolding: [File], product: [File]) {
    var productTypes: Set<String> = []
    var productLiterals: [String] = []
    var suspects: [Trace] = []
    for (path, source) in scaffolding {
      suspects += source.types.map { Trace(.type, $0.text, source: "\(path):\($0.line)") }
      suspects += source.literals.map { Trace(.literal, $0.text, source: "\(path):\($0.line)") }
    }
    for (path, source) in product {
      productTypes.formUnion(source.types.lazy.filter { !$0.isGated }.map(\.text))
      productLiterals += source.literals.lazy.filter { !$0.isGated }.map(\.text)
      suspects += source.types.filter(\.isGated).map { Trace(.type, $0.text, source: "\(path):\($0.line)") }
      suspects += source.literals.filter(\.isGated).map {
        Trace(.literal, $0.text, source: "\(path):\($0.line)")
      }
    }
    let productText = productLiterals.joined(separator: "\n")
    let productWords = Set(productText.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))

    var seen: Set<String> = []
    traces =
      modules.map { Trace(.module, $0) }
      + suspects.filter { trace in
        guard seen.insert("\(trace.kind.rawValue) \(trace.text)").inserted else { return false }
        return switch trace.kind {
        case .module: true
        case .type: Self.isDistinctive(type: trace.text, productTypes: productTypes, words: productWords)
        case .literal: Self.isDistinctive(literal: trace.text, productText: productText)
        }
      }
  }

  /// Returns how many traces are of a kind.
  package func count(of kind: Trace.Kind) -> Int { traces.count { $0.kind == kind } }

  private static func isDistinctive(type: String, productTypes: Set<String>, words: Set<String>) -> Bool {
    type.utf8.count >= 4 && !productTypes.contains(type) && !words.contains(type)
  }

  private static func isDistinctive(literal: String, productText: String) -> Bool {
    literal.utf8.count >= 8 && literal.count { $0.isLetter || $0.isNumber } >= 6
      && !productText.contains(literal)
  }
}
