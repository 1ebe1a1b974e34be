import Foundation

/// The results as JUnit's XML, with a suite for each class or suite of tests.
struct JUnitReport {
  let results: [TestResult]
  /// Paths are written below this folder.
  let folder: String
  let seconds: Double

  var text: String {
    let suites = Dictionary(grouping: results) { $0.test.suiteName }.sorted { $0.key < $1.key }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="cleanslate test" \(counts(of: results, seconds: seconds))>
      \(suites.map { suite($0.key, $0.value) }.joined(separator: "\n"))
      </testsuites>

      """
  }

  private func suite(_ name: String, _ results: [TestResult]) -> String {
    let seconds = results.compactMap(\.seconds).reduce(0, +)
    return """
        <testsuite name="\(escaped(name))" \(counts(of: results, seconds: seconds))>
      \(results.map(testCase).joined(separator: "\n"))
        </testsuite>
      """
  }

  private func counts(of results: [TestResult], seconds: Double) -> String {
    func count(_ isCounted: (TestResult) -> Bool) -> Int { results.filter(isCounted).count }
    let failed = count { $0.reasonOfBreak == nil && !$0.failures.isEmpty }
    let (broken, skipped) = (count { $0.reasonOfBreak != nil }, count { $0.skipReason != nil && $0.isGood })
    return """
      tests="\(results.count)" failures="\(failed)" errors="\(broken)" skipped="\(skipped)" \
      time="\(time(seconds))"
      """
  }

  private func testCase(_ result: TestResult) -> String {
    var attributes = [
      ("name", result.test.name.isEmpty ? result.test.label : result.test.name),
      ("classname", result.test.suiteName),
    ]
    if let place = result.test.place ?? result.failures.compactMap(\.place).first {
      attributes += [("file", place.file(below: folder)), ("line", "\(place.line)")]
    }
    attributes.append(("time", time(result.seconds ?? 0)))
    let head = attributes.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: " ")
    let parts = elements(of: result)
    guard !parts.isEmpty else { return "    <testcase \(head)/>" }
    return "    <testcase \(head)>\n\(parts.map { "      \($0)\n" }.joined())    </testcase>"
  }

  private func elements(of result: TestResult) -> [String] {
    if let reason = result.skipReason, result.isGood { return ["<skipped message=\"\(escaped(reason))\"/>"] }
    var parts = result.failures.map { element("failure", $0) }
    if let reason = result.reasonOfBreak {
      // Readers expect one or the other.
      let message = ([reason] + result.failures.map(\.message)).joined(separator: "\n")
      let place = result.failures.compactMap(\.place).first
      parts = [element("error", TestFailure(message: message, place: place))]
    }
    if !result.isGood, !result.output.isEmpty {
      parts.append("<system-out>\(escaped(result.output.joined(separator: "\n"), isText: true))</system-out>")
    }
    return parts
  }

  private func element(_ name: String, _ failure: TestFailure) -> String {
    let first = failure.message.split(whereSeparator: \.isNewline).first ?? ""
    let place = failure.place.map { "\($0.file(below: folder)):\($0.line): " } ?? ""
    let text = escaped(place + failure.message, isText: true)
    return "<\(name) message=\"\(escaped(String(first)))\" type=\"\(name)\">\(text)</\(name)>"
  }

  private func time(_ seconds: Double) -> String { String(format: "%.6f", max(0, seconds)) }

  /// What XML forbids, even escaped, shows as U+FFFD.
  private func escaped(_ text: String, isText: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n" where isText, "\t" where isText: result.unicodeScalars.append(scalar)
      case "\n", "\r", "\t": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
