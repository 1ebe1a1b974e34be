import Foundation
import Records

/// Which tests say, in their sources, that they belong together: those of a suite that is `.serialized`, and those of a
/// class of XCTest that is `KeptTogether`.
struct Togetherness {
  /// The labels of such suites, as `Module.Suite`, none within another; of classes as `Module.Class`, without what is around
  /// them, which the source of a declaration does not say beside it.
  private let names: Set<String>

  /// - Parameter suites: The suites that declare themselves, and where they do, by label.
  init(of tests: [TestIdentity], suites: [String: SourcePlace], in package: String) {
    let places = Dictionary(grouping: suites) { $0.value.file }
    // A suite whose source cannot be read may be serialized, and no test minds to be with others of its suite.
    let serialized = places.flatMap { file, suites -> [String] in
      guard let source = FileManager.default.contents(atPath: file).map(Array.init) else {
        return suites.map(\.key)
      }
      // Most files need not be read for that.
      guard Data(source).range(of: Data("serialized".utf8)) != nil else { return [] }
      let tokens = SourceLexer.tokens(of: source)
      return suites.filter { Self.isSerialized(source, tokens, from: $0.value.line) }.map(\.key)
    }
    let modules = Set(tests.filter { $0.framework == .xcTest }.map(\.module))
    let classes = XCTestPlaces.sources(of: modules, in: package).flatMap { module, _, text in
      Self.classes(in: text).map { "\(module).\($0)" }
    }
    names = Set(serialized).union(classes)
  }

  /// The outermost suite or class that keeps the test together with others.
  func group(of test: TestIdentity) -> String? {
    let parts = test.suiteName.split(separator: ".")
    let label = test.framework == .xcTest ? "\(test.module).\(parts.last ?? "")" : test.label
    let ends = label.indices.filter { label[$0] == "/" } + [label.endIndex]
    return ends.map { String(label[..<$0]) }.first(where: names.contains)
  }

  /// Whether the first attribute from the line on, `@Suite(…)`, has the trait.
  static func isSerialized(_ source: [UInt8], _ tokens: [SourceLexer.Token], from line: Int) -> Bool {
    func word(_ index: Int) -> String {
      tokens.indices.contains(index) ? String(decoding: source[tokens[index].range], as: UTF8.self) : ""
    }
    var index = tokens.firstIndex { $0.line >= line } ?? tokens.count
    while index < tokens.count, word(index) != "Suite" { index += 1 }
    var depth = 0
    repeat {
      index += 1
      depth += word(index) == "(" ? 1 : word(index) == ")" ? -1 : 0
      if word(index) == ".", word(index + 1) == "serialized" { return depth > 0 }
    } while depth > 0 && index < tokens.count
    return false
  }

  /// The last names of classes that conform to `KeptTogether`, in the declaration or an extension.
  static func classes(in text: String) -> [String] {
    text.matches(of: /\b(?:class|extension)\s+(?:\w+\.)*(\w+)\s*:[^{]*\bKeptTogether\b[^{]*\{/)
      .map { String($0.1) }
  }
}
