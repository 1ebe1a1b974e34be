import Records
import ToolOptions

/// What libraries print when they are loaded, before a program lists its tests: the same each time, but for its numbers.
struct LoadNoise {
  private let lineCount: Int
  /// What they print in the line in which the list begins.
  private let rest: Int

  /// Takes it from what is listed of XCTest, which says where that begins.
  static func split(_ lines: [String]) -> (LoadNoise, list: [String]) {
    guard let first = lines.firstIndex(where: { $0.contains(/Listing \d+ tests? in\b/) }),
      let start = lines[first].firstRange(of: "Listing ")?.lowerBound
    else { return (LoadNoise(lineCount: 0, rest: 0), lines) }
    return (
      LoadNoise(lineCount: first, rest: lines[first][..<start].count), Array(lines[first...])
    )
  }

  func taken(from lines: [String]) -> [String] {
    let left = lines.dropFirst(lineCount)
    return left.prefix(1).map { String($0.dropFirst(rest)) } + left.dropFirst()
  }
}

extension TestIdentity {
  /// Reads the list of XCTest, which begins with how many there are.
  static func all(listed lines: [String]) throws(ToolFailure) -> [TestIdentity] {
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

  /// Whether a line of a list names a test of Swift Testing.
  static func isNew(_ line: some StringProtocol) -> Bool {
    String(line).wholeMatch(of: /\w+\..*\)(\/[^\/]+\.swift:\d+:\d+)?/) != nil
  }

  /// What XCTest prints for it: without the module, and without what is around the class.
  var printedName: String { (suiteName.split(separator: ".").last ?? "") + "." + name }
}
