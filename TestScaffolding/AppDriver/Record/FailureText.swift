#if DEBUG
import ControlProtocol
import ElementTree
import Leaks
import Records

/// What a person or a program reads first of a failed test: what went wrong and where, what the test did last and what that
/// changed, and what the app shows. It has at most 4 KB, unless the test's name is that long.
struct FailureText {
  let test: TestIdentity
  let trace: TestTrace
  let failure: TestFailure
  /// The words that say where the results are, if they are not where a command looks by itself.
  var place = ""

  private static let most = 4_096
  /// How much of the file the screen gets at least.
  private static let leastScreen = 800

  /// How much is told beside the screen: how many steps, how many lines of what each has changed, and how many bytes of each
  /// text that may be of any length; the message may have four times as many.
  private typealias Measure = (steps: Int, changes: Int, bytes: Int)
  private static let measures: [Measure] = [
    (5, 6, 250), (5, 3, 250), (5, 1, 250), (5, 0, 250), (3, 0, 120), (1, 0, 60),
  ]

  var text: String {
    let forms = Self.measures.lazy.map(parts)
    func room(_ form: (head: [String], end: [String])) -> Int {
      (form.head + form.end).reduce(Self.most) { $0 - $1.utf8.count - 2 }
    }
    guard let form = forms.first(where: { room($0) >= Self.leastScreen }) ?? forms.last else { return "" }
    return (form.head + [screen(in: room(form))].compactMap(\.self) + form.end).joined(separator: "\n\n")
      + "\n"
  }

  /// What stands before the screen, and what behind it.
  private func parts(_ measure: Measure) -> (head: [String], end: [String]) {
    let title = "# " + Self.cut(test.labelWithRole, to: 200)
    let head = [title, Self.cut(failure.message, to: 4 * measure.bytes), line, steps(measure)]
    return (head.compactMap(\.self), [requests(measure), leaks(measure), again].compactMap(\.self))
  }

  /// An error that is thrown has no line in XCTest, and that of the whole test in Swift Testing, so the line of the last call is
  /// told as well.
  private var line: String? {
    // Of a long path, the end says the most.
    func told(_ place: SourcePlace) -> String {
      String(Self.cut(String(place.file.reversed()), to: 300).reversed()) + ":\(place.line)"
    }
    let own = failure.place.map { "At \(told($0))" }
    guard let last = trace.ownSteps.last(where: { $0.place != nil })?.place, last != failure.place else {
      return own
    }
    return [own, "The test asked something of the app last at \(told(last))"].compactMap(\.self)
      .joined(separator: "\n")
  }

  // MARK: - What the test did

  private func steps(_ measure: Measure) -> String? {
    let own = trace.ownSteps.filter { $0.number > 0 && !$0.text.hasPrefix("Fail: ") && $0.depth == 0 }
    let last = own.suffix(measure.steps)
    guard !last.isEmpty else { return nil }
    let left = own.count - last.count
    return
      (["## Last steps" + (left > 0 ? ", after \(left) others" : "")]
      + last.flatMap { lines(of: $0, showing: measure.changes) })
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
    var lines = ["## Screen" + (test.role.map { " of \(Self.cut($0, to: 60))" } ?? ""), "```"]
    var size = lines[0].utf8.count + 40
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

  private func requests(_ measure: Measure) -> String? {
    let open = trace.requests.map(\.traced.request).filter { $0.status == nil }
    guard !open.isEmpty else { return nil }
    let lines = open.suffix(3).map { request in
      "- \(request.method) " + Self.cut(request.url, to: min(150, measure.bytes))
        + (request.problem.map { ": " + Self.cut($0, to: measure.bytes) } ?? "")
    }
    return (["## Requests without an answer"] + lines).joined(separator: "\n")
  }

  private func leaks(_ measure: Measure) -> String? {
    let leaks = trace.receipts.last?.receipt.leaks ?? []
    guard !leaks.isEmpty else { return nil }
    let lines = leaks.prefix(2).map { "- " + Self.cut($0.description, to: measure.bytes) }
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
