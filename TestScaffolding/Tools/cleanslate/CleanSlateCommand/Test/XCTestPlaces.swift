import Foundation
import Records

/// Where tests of XCTest are written, which XCTest itself does not say: found by their names in the sources.
struct XCTestPlaces {
  private let places: [String: SourcePlace]

  /// Looks into the folders that are named like the modules.
  init(in package: String, modules: Set<String>) {
    var places: [String: SourcePlace] = [:]
    let files = FileManager.default.enumerator(
      at: URL(filePath: package), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift", let module = file.pathComponents.last(where: modules.contains),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { continue }
      for (name, line) in Self.tests(in: text) {
        places["\(module).\(name)"] = SourcePlace(file: file.path, line: line)
      }
    }
    self.places = places
  }

  func place(of test: TestIdentity) -> SourcePlace? {
    let module = test.suiteName.prefix { $0 != "." }
    return places["\(module).\(test.printedName)"]
  }

  /// The test methods of a source file as `Class.test`, with their lines.
  static func tests(in text: String) -> [(name: String, line: Int)] {
    let pattern = #"\b(?:class|extension)\s+(?!func\b|var\b)([\w.]+)|\bfunc\s+(test\w*)\s*\(|\n"#
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    var (found, type, line) = ([(name: String, line: Int)](), "", 1)
    for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
      if let name = Range(match.range(at: 1), in: text) {
        type = String(text[name].split(separator: ".").last ?? "")
      } else if let name = Range(match.range(at: 2), in: text) {
        found.append(("\(type).\(text[name])", line))
      } else {
        line += 1
      }
    }
    return found
  }
}
