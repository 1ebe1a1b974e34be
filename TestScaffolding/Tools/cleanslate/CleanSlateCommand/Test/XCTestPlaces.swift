import Foundation
import Records

/// Where tests of XCTest are written, which XCTest itself does not say: found by their names in the sources.
struct XCTestPlaces {
  private let places: [String: SourcePlace]

  /// Looks into the folders that are named like the modules.
  init(in package: String, modules: Set<String>) {
    var places: [String: SourcePlace] = [:]
    for (module, file, text) in Self.sources(of: modules, in: package) {
      for (name, line) in Self.tests(in: text) {
        places["\(module).\(name)"] = SourcePlace(file: file, line: line)
      }
    }
    self.places = places
  }

  func place(of test: TestIdentity) -> SourcePlace? { places["\(test.module).\(test.printedName)"] }

  /// The Swift files in the folders of the modules.
  static func sources(
    of modules: Set<String>, in package: String
  ) -> [(module: String, file: String, text: String)] {
    let files = FileManager.default.enumerator(
      at: URL(filePath: package), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    return (files?.allObjects ?? []).compactMap { file in
      guard let file = file as? URL, file.pathExtension == "swift",
        let module = file.pathComponents.map(TestIdentity.module(ofFolder:)).last(where: modules.contains),
        let bytes = FileManager.default.contents(atPath: file.path)
      else { return nil }
      return (module, file.path, String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The test methods of a source file as `Class.test`, with their lines.
  static func tests(in text: String) -> [(name: String, line: Int)] {
    // What stands in comments and strings is none.
    let comments = #"//[^\n]*|/\*[\s\S]*?\*/"#
    let texts = ##"(#+)"""[\s\S]*?"""\1|(#+)"[^\n]*?"\2|"""[\s\S]*?(?<!\\)"""|"(?:\\.|[^"\\\n])*""##
    let names = #"\b(?:class|extension)\s+(?!func\b|var\b)([\w.]+)|\bfunc\s+(test\w*)\s*\("#
    guard let expression = try? NSRegularExpression(pattern: "\(comments)|\(texts)|\(names)|\n") else {
      return []
    }
    let source = text as NSString
    var (found, type, line) = ([(name: String, line: Int)](), "", 1)
    for match in expression.matches(in: text, range: NSRange(location: 0, length: source.length)) {
      if match.range(at: 3).location != NSNotFound {
        let name = source.substring(with: match.range(at: 3))
        type = String(name.split(separator: ".").last ?? "")
      } else if match.range(at: 4).location != NSNotFound {
        found.append(("\(type).\(source.substring(with: match.range(at: 4)))", line))
      }
      // Two of them make one character where lines end as on Windows.
      line += source.substring(with: match.range).utf8.count { $0 == UInt8(ascii: "\n") }
    }
    return found
  }
}
