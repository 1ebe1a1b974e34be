#if DEBUG
import ControlProtocol
import ElementTree
import Leaks
import Records

/// What a person or a program reads first of a failed test: what went wrong and where, what the test did last and what that
/// changed, and what the app shows. It has at most 4 KB, whatever the test and the app are.
struct FailureText {
  let test: TestIdentity
  let trace: TestTrace
  let failure: TestFailure
  /// The words that say where the results are, if they are not where a command looks by itself.
  var place = ""

  private static let most = 4_096
  private static let mostSteps = 5
  /// How much of the file the screen gets at least.
  private static let leastScreen = 800

  var text: String {
    let head = ["# " + Self.cut(test.labelWithRole, to: 200), Self.cut(failure.message, to: 1_000), line]
    let after = [requests, leaks, again]
    func size(_ parts: [String?]) -> Int { parts.compactMap(\.self).reduce(0) { $0 + $1.utf8.count + 2 } }
    let room = Self.most - size(head + after)
    let forms = [6, 3, 1, 0].map { steps(showing: $0) }
    let form = forms.first { size([$0]) + Self.leastScreen <= room } ?? forms.last ?? nil
    return (head + [form, screen(in: room - size([form]))] + after).compactMap(\.self)
      .joined(separator: "\n\n") + "\n"
  }

  /// An error that is thrown has no line in XCTest, and that of the whole test in Swift Testing, so the line of the last call is
  /// told as well.
  private var line: String? {
    let own = failure.place.map { "At \($0.file):\($0.line)" }
    guard let last = trace.ownSteps.last(where: { $0.place != nil })?.place, last != failure.place else {
      return own
    }
    return [own, "The test asked something of the app last at \(last.file):\(last.line)"].compactMap(\.self)
      .joined(separator: "\n")
  }

  // MARK: - What the test did

  /// The last steps, each with so many lines of what it has changed.
  private func steps(showing most: Int) -> String? {
    let own = trace.ownSteps.filter { $0.number > 0 && !$0.text.hasPrefix("Fail: ") && $0.depth == 0 }
    let last = own.suffix(Self.mostSteps)
    guard !last.isEmpty else { return nil }
    let left = own.count - last.count
    return
      (["## Last steps" + (left > 0 ? ", after \(left) others" : "")]
      + last.flatMap { lines(of: $0, showing: most) })
      .joined(separator: "\n")
  }

  private func lines(of step: TestStep, showing most: Int) -> [String] {
    let head = "- " + Self.cut(step.text, to: 120) + (step.place.map { " (\($0.short))" } ?? "")
    return [head] + (step.error.map { ["  failed: " + Self.cut($0, to: 150)] } ?? [])
      + changes(of: step, showing: most)
  }

  /// The lines of the screen that went with the step, and those that came.
  private func changes(of step: TestStep, showing most: Int) -> [String] {
    guard let index = trace.frameIndex(of: step), index > 0 else { return [] }
    let (old, new) = (trace.frames[index - 1], trace.frames[index])
    // What was drawn before the step began is no work of it.
    guard new.time >= .nanoseconds(step.at) else { return ["  changed nothing"] }
    let changes = ScreenChange.lines(from: old.tree.treeDescription, to: new.tree.treeDescription).map {
      "  " + Self.cut($0, to: 100)
    }
    guard changes.count > most else { return changes.isEmpty ? ["  changed nothing"] : changes }
    // Of many, what came says more than what went.
    let came = changes.filter { $0.hasPrefix("  +") }
    return (came + changes.filter { !$0.hasPrefix("  +") }).prefix(most) + [
      "  \(most > 0 ? "and" : "changed") \(changes.count - most) lines\(most > 0 ? " more" : "")"
    ]
  }

  // MARK: - What the app shows and asks

  private func screen(in room: Int) -> String? {
    guard let tree = trace.screen else {
      return "## Screen\nNot known: the test had not looked at it, and the app could not be asked."
    }
    var (lines, size) = (["## Screen" + (test.role.map { " of \(Self.cut($0, to: 60))" } ?? ""), "```"], 80)
    let all = tree.treeDescription.split(separator: "\n").map { Self.cut(String($0), to: 160) }
    for (index, line) in all.enumerated() {
      size += line.utf8.count + 1
      guard size <= room else {
        lines.append("and \(all.count - index) lines more")
        break
      }
      lines.append(line)
    }
    return room < 200 ? nil : (lines + ["```"]).joined(separator: "\n")
  }

  private var requests: String? {
    let open = trace.requests.map(\.traced.request).filter { $0.status == nil }
    guard !open.isEmpty else { return nil }
    let lines = open.suffix(3).map { request in
      "- \(request.method) " + Self.cut(request.url, to: 150)
        + (request.problem.map { ": " + Self.cut($0, to: 250) } ?? "")
    }
    return (["## Requests without an answer"] + lines).joined(separator: "\n")
  }

  private var leaks: String? {
    let leaks = trace.receipts.last?.receipt.leaks ?? []
    guard !leaks.isEmpty else { return nil }
    let lines = leaks.prefix(2).map { "- " + Self.cut($0.description, to: 250) }
    let more = leaks.count > 2 ? ["and \(leaks.count - 2) more"] : []
    return (["## Left behind"] + lines + more).joined(separator: "\n")
  }

  private var again: String {
    """
    ## Again
    swift run cleanslate test --filter \(test.filter.asShellWord)
    swift run cleanslate report --open \(test.label.asShellWord)\(place)
    """
  }

  /// The text, or as much of its beginning as has at most so many bytes.
  private static func cut(_ text: String, to most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var (end, size) = (text.startIndex, 0)
    while end < text.endIndex {
      let next = size + text[end].utf8.count
      guard next <= most - 3 else { break }
      (size, end) = (next, text.index(after: end))
    }
    return text[..<end] + "…"
  }
}
#endif
