import Foundation
import Records

/// The results as JUnit's XML, with a suite for each class or suite of tests.
struct JUnitReport {
  let results: [TestResult]
  /// Paths are written below this folder.
  let folder: String
  let seconds: Double
  /// Whether a test that fails now and then is a failed one, because that was to be found out.
  var flakyFails = false

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
    // What is flaky is neither: Surefire counts it by itself.
    let flaky = results.count(where: isFlaky)
    let others = results.filter { !isFlaky($0) }
    let firsts = others.compactMap { failures(of: $0).first }
    let broken = firsts.count { $0.reasonOfBreak != nil }
    let failed = firsts.count - broken
    let skipped = others.count { $0.skipReason != nil && failures(of: $0).isEmpty }
    return """
      tests="\(results.count)" failures="\(failed)" errors="\(broken)" skipped="\(skipped)" \
      \(flaky > 0 ? "flakes=\"\(flaky)\" " : "")time="\(time(seconds))"
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
    let failures = failures(of: result)
    if isFlaky(result) { return failures.map { repeated("flaky", $0) } }
    guard let first = failures.first else {
      return result.skipReason.map { ["<skipped message=\"\(escaped($0))\"/>"] } ?? []
    }
    // Readers expect one or the other.
    let parts = first.reasonOfBreak.map { [element("error", whole(first, $0))] }
    let output = first.output.isEmpty ? [] : [self.output(of: first)]
    return (parts ?? first.failures.map { element("failure", $0) }) + output
      + failures.dropFirst().map { repeated("rerun", $0) }
  }

  private func isFlaky(_ result: TestResult) -> Bool {
    result.isFlaky && result.isGood(flakyFails: flakyFails)
  }

  private func failures(of result: TestResult) -> [TestResult] {
    // A run that was skipped after one that failed has nothing to tell itself.
    let isTold = result.isGood || result.skipReason != nil && result.failures.isEmpty
    return result.earlierFailures + (isTold ? [] : [result])
  }

  /// A run that failed where another one passed or was the first to fail, as Surefire writes it.
  private func repeated(_ kind: String, _ result: TestResult) -> String {
    let failure = whole(result, result.reasonOfBreak)
    let name = kind + (result.reasonOfBreak == nil ? "Failure" : "Error")
    let text = "<stackTrace>\(text(of: failure))</stackTrace>"
    return element(name, failure, text + (result.output.isEmpty ? "" : output(of: result)))
  }

  /// All that went wrong in a run, as one.
  private func whole(_ result: TestResult, _ reason: String?) -> TestFailure {
    let messages = (reason.map { [$0] } ?? []) + result.failures.map(\.message)
    return TestFailure(
      message: messages.joined(separator: "\n"), place: result.failures.compactMap(\.place).first)
  }

  private func output(of result: TestResult) -> String {
    "<system-out>\(escaped(result.output.joined(separator: "\n"), isText: true))</system-out>"
  }

  private func element(_ name: String, _ failure: TestFailure, _ content: String? = nil) -> String {
    let first = failure.message.split(whereSeparator: \.isNewline).first ?? ""
    let head = "\(name) message=\"\(escaped(String(first)))\" type=\"\(name)\""
    return "<\(head)>\(content ?? text(of: failure))</\(name)>"
  }

  private func text(of failure: TestFailure) -> String {
    escaped(failure.text(below: folder), isText: true)
  }

  private func time(_ seconds: Double) -> String { Amount.decimal(max(0, seconds), 6) }

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
