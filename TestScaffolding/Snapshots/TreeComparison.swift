#if DEBUG
package import ElementTree
package import Records
import Synchronization

/// Compares what an app shows with the text in a test. Where they differ, the test fails at the line of the call, and goes on.
package enum TreeComparison {
  /// Where suggestions go, and whether there is one for each text that differs.
  package struct Suggestions: Sendable {
    let run: RunFolder
    let isForAll: Bool

    /// Notes one; nobody accepts any before this process ends, since it may see more.
    func add(_ suggestion: Suggestion) throws {
      try run.add(suggestion)
      run.hold()
    }

    package init(in run: RunFolder, isForAll: Bool) { (self.run, self.isForAll) = (run, isForAll) }

    @TaskLocal package static var here = Self(
      in: RunFolder(in: RunFolder.results, of: ProcessStart.ofThisProcess),
      isForAll: ProcessStart.ofThisProcess?.updatesSnapshots == true)
  }

  /// - Parameter call: What the test calls, which is how its text is found in the source.
  package static func compare(
    _ element: Element, with text: String, call: String, file: StaticString, line: UInt
  ) {
    let expected = ExpectedTree(text)
    let isEmpty = text.allSatisfy(\.isWhitespace)
    guard isEmpty || !expected.fits(element) else {
      return keep(Suggestion(file: "\(file)", line: Int(line), call: call, old: text, new: text), file, line)
    }
    let what = [element.role.rawValue, element.identifier.map { "\"\($0)\"" }].compactMap(\.self)
      .joined(separator: " ")
    let new = isEmpty ? ExpectedTree("").adapted(to: element) : expected.adapted(to: element)
    let difference = ScreenChange.lines(from: text, to: new, trimmed: false).joined(separator: "\n")
    let problem =
      isEmpty
      ? "The test does not say what the \(what) shows. It shows:\n\(new)"
      : "The \(what) does not show what the test says. Minus is what it says, plus is what is shown:\n"
        + difference
    var suggestion = Suggestion(file: "\(file)", line: Int(line), call: call, old: text, new: new)
    suggestion.source = Suggestion.fingerprint(ofBuiltSource: suggestion.file)
    let advice = advice(on: suggestion, isWanted: isEmpty || Suggestions.here.isForAll)
    CurrentTest.fail("\(problem)\n\(advice)", file: file, line: line)
  }

  /// Notes, where each text that differs is suggested, that this one does not: another round of a loop, another case or
  /// another try may be shown something else.
  private static func keep(_ fit: Suggestion, _ file: StaticString, _ line: UInt) {
    let here = Suggestions.here
    guard here.isForAll, kept.withLock({ $0.insert("\(here.run.path) \(fit)").inserted }) else { return }
    do {
      try here.add(fit)
    } catch {
      CurrentTest.fail("It could not be noted that the text fits: \(error)", file: file, line: line)
    }
  }

  private static let kept = Mutex<Set<String>>([])

  /// Suggests the new text, if that is wanted, and says what to do.
  private static func advice(on suggestion: Suggestion, isWanted: Bool) -> String {
    guard isWanted else {
      return
        "If that is right: 'swift run cleanslate test --update-snapshots', then 'swift run cleanslate accept'."
    }
    do {
      try Suggestions.here.add(suggestion)
      return "'swift run cleanslate accept' writes that into the test."
    } catch {
      return "It could not be suggested for the test: \(error)"
    }
  }
}
#endif
