import Records

/// A test as its framework names it.
struct ListedTest: Codable, Equatable {
  enum Framework: String, CaseIterable, Codable {
    case xcTest = "XCTest"
    case swiftTesting = "Swift Testing"
  }

  let framework: Framework
  /// What the framework's reports and filters call it: `Module.Class/test`, or `Module.Suite/test()/File.swift:1:2`.
  let id: String
  /// The id without the place.
  let label: String
  /// What it is called within its class or suite; empty if it is a suite itself.
  let name: String
  /// Where it is written, as far as that is known.
  var place: SourcePlace?

  /// The module with the class or the suites, with dots between them.
  var suiteName: String {
    name.isEmpty ? label : String(label.dropLast(name.count + 1)).replacing("/", with: ".")
  }

  /// A regular expression for this test that stays the same when its lines move.
  var filter: String { "^\(Self.escaped(label))\(framework == .xcTest ? "$" : "")" }

  /// A regular expression that nothing but this test matches: two files may have private tests of the same name.
  var exactFilter: String { "^\(Self.escaped(id))$" }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text += "\\" }
      text.append(character)
    }
  }
}

extension ListedTest {
  /// Reads a line of `swift test list` that names a test of XCTest; others have parentheses.
  init?(listed line: some StringProtocol) {
    let parts = line.split(separator: "/")
    guard parts.count == 2, parts[0].contains("."), !line.contains("("), !line.contains(" ") else {
      return nil
    }
    self.init(framework: .xcTest, id: String(line), label: String(line), name: String(parts[1]))
  }

  /// Whether a line of `swift test list` names a test of Swift Testing.
  static func isNew(_ line: some StringProtocol) -> Bool {
    String(line).wholeMatch(of: /\w+\..*\)(\/[^\/]+\.swift:\d+:\d+)?/) != nil
  }

  /// What XCTest prints for it: without the module, and without what is around the class.
  var printedName: String { (suiteName.split(separator: ".").last ?? "") + "." + name }
}
