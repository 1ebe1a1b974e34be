import Records
import ToolOptions

extension TestIdentity {
  /// Reads the list of XCTest, which begins with how many there are, behind what libraries print when they are loaded.
  static func all(listed printed: [String]) throws(ToolFailure) -> [TestIdentity] {
    let lines = printed.drop { !$0.contains(/Listing \d+ tests? in\b/) }
    let tests = lines.compactMap { TestIdentity(listed: $0) }
    let counts = lines.compactMap { $0.firstMatch(of: /Listing (\d+) tests? in\b/) }.map { String($0.1) }
    guard counts == ["\(tests.count)"] else {
      let count = counts.first ?? "no number"
      throw ToolFailure(
        "The list of XCTest's tests is not whole: it says \(count), and names \(tests.count).")
    }
    return tests
  }

  /// Reads a line of a list that names a test of XCTest; others have parentheses.
  init?(listed line: some StringProtocol) {
    let parts = line.split(separator: "/")
    guard parts.count == 2, parts[0].contains("."), !line.contains("("), !line.contains(" ") else {
      return nil
    }
    self.init(framework: .xcTest, id: String(line), name: String(parts[1]))
  }

  /// What XCTest prints for it: without the module, and without what is around the class.
  var printedName: String { (suiteName.split(separator: ".").last ?? "") + "." + name }
}
