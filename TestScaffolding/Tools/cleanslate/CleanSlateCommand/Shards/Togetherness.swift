import Foundation
import Records

/// Which tests say, in their sources, that they belong together: those of a suite that is `.serialized`, and those of a
/// class of XCTest that is `KeptTogether`.
struct Togetherness {
  /// The labels of such suites, as `Module.Suite`, none within another; of classes as `Module.Class`.
  private let names: Set<String>

  /// - Parameter suites: The suites that declare themselves, and where they do, by label.
  init(of tests: [TestIdentity], suites: [String: SourcePlace], in package: String) {
    var texts: [String: [Substring]?] = [:]
    func lines(_ file: String) -> [Substring]? {
      if let known = texts[file] { return known }
      let bytes = FileManager.default.contents(atPath: file)
      let lines = bytes.map {
        String(decoding: $0, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      }
      texts[file] = .some(lines)
      return lines
    }
    // A suite whose source cannot be read may be serialized, and no test minds to be with others of its suite.
    let serialized = suites.filter { _, place in
      lines(place.file).map { Self.isSerialized($0.dropFirst(place.line - 1).joined(separator: "\n")) }
        ?? true
    }
    let modules = Set(tests.filter { $0.framework == .xcTest }.map(\.module))
    let classes = XCTestPlaces.sources(of: modules, in: package).flatMap { module, _, text in
      Self.classes(in: text).map { "\(module).\($0)" }
    }
    names = Set(serialized.keys).union(classes)
  }

  /// The outermost suite or class that keeps the test together with others.
  func group(of test: TestIdentity) -> String? {
    let label = test.framework == .xcTest ? test.suiteName : test.label
    let ends = label.indices.filter { label[$0] == "/" } + [label.endIndex]
    return ends.map { String(label[..<$0]) }.first(where: names.contains)
  }

  /// Whether the attribute at the start of the text, `@Suite(…)`, has the trait.
  static func isSerialized(_ text: String) -> Bool {
    guard let start = text.range(of: "@Suite")?.upperBound, text[start...].first == "(" else { return false }
    var (depth, isInText, code) = (0, false, "")
    var previous: Character = " "
    for character in text[start...] {
      if character == "\"", previous != "\\" { isInText.toggle() }
      previous = character
      guard !isInText else { continue }
      code.append(character)
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if depth == 0 { break }
    }
    return code.contains(".serialized")
  }

  /// The classes that conform to `KeptTogether`, in the declaration or an extension.
  static func classes(in text: String) -> [String] {
    text.matches(of: /\b(?:class|extension)\s+([\w.]+)\s*:[^{]*\bKeptTogether\b[^{]*\{/)
      .map { String($0.1) }
  }
}
