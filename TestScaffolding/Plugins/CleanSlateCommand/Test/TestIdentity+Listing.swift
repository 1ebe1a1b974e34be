import Records

extension TestIdentity {
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

  /// Reads a line of a list that names a test of XCTest; others have parentheses.
  init?(listed line: some StringProtocol) {
    let parts = line.split(separator: "/")
    guard parts.count == 2, parts[0].contains("."), !line.contains("("), !line.contains(" ") else {
      return nil
    }
    self.init(framework: .xcTest, id: String(line), name: String(parts[1]))
  }

  /// Whether a line of a list names a test of Swift Testing.
  static func isNew(_ line: some StringProtocol) -> Bool {
    String(line).wholeMatch(of: /\w+\..*\)(\/[^\/]+\.swift:\d+:\d+)?/) != nil
  }

  /// What XCTest prints for it: without the module, and without what is around the class.
  var printedName: String { (suiteName.split(separator: ".").last ?? "") + "." + name }
}
