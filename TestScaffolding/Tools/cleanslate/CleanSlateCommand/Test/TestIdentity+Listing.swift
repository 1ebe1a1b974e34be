import Records

extension TestIdentity {
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
