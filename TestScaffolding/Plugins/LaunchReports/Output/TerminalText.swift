/// The report as text, with a bar for each test.
package struct TerminalText {
  private let findings: Findings
  private let width: Int
  private let isPlain: Bool
  private let limit: Int

  /// Creates the text for a terminal of that width.
  ///
  /// - Parameters:
  ///   - isPlain: Whether there are neither colours nor block characters.
  ///   - limit: How many tests are shown.
  package init(_ findings: Findings, width: Int, isPlain: Bool, limit: Int) {
    self.findings = findings
    self.width = max(20, width)
    self.isPlain = isPlain
    self.limit = limit
  }

  package var text: String {
    var lines: [String] = []
    for run in findings.all {
      lines += wrapped(bold(run.label)) + wrapped(run.contents) + wrapped(run.headline)
      if run.report.launches + run.report.liveResets > 0 {
        lines += [""] + bars(of: run.report)
        if run.report.apps.count > 1 { lines += [""] + apps(of: run.report) }
      }
      lines += run.remarks.flatMap { wrapped("- " + $0) } + [""]
    }
    lines += findings.conclusions.flatMap(wrapped)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func bars(of report: LaunchReport) -> [String] {
    let tests = report.costliest
    let shown = tests.prefix(limit)
    let longest = shown.map(\.seconds).max() ?? 0
    var lines = shown.flatMap { bar(of: $0, longest: longest) }
    if tests.count > shown.count {
      let rest = tests.dropFirst(shown.count)
      let time = Amount.time(rest.reduce(0) { $0 + $1.preparing })
      lines.append("and \(Amount.count(rest.count, "more test", "more tests")) with \(time)")
    }
    return lines
  }

  /// One line where there is room for name, bar and figures; two on a narrow terminal.
  private func bar(of test: TestAccount, longest: Double) -> [String] {
    let figures = "\(Amount.time(test.preparing)) of \(Amount.time(test.seconds))"
    let nameWidth = width >= 72 ? 34 : width
    let room = width >= 72 ? width - nameWidth - 2 - 24 : width - 24
    let cells = max(4, min(60, room))
    let scale = longest > 0 ? Double(cells) / longest : 0
    let whole = test.seconds > 0 ? max(1, Int((test.seconds * scale).rounded())) : 0
    let first = min(whole, test.preparing > 0 ? max(1, Int((test.preparing * scale).rounded())) : 0)
    let drawn =
      colour("33", String(repeating: isPlain ? "#" : "█", count: first))
      + colour("90", String(repeating: isPlain ? "-" : "░", count: whole - first))
    let padding = String(repeating: " ", count: cells - whole + 1)
    if width < 72 { return [shortened(test.title, to: width), drawn + padding + figures] }
    let name = shortened(test.title, to: nameWidth)
    return [name + String(repeating: " ", count: nameWidth - name.count + 1) + drawn + padding + figures]
  }

  private func apps(of report: LaunchReport) -> [String] {
    report.apps.prefix(limit).flatMap {
      wrapped(
        "\($0.name): \(Amount.count($0.launches, "launch", "launches")), \(Amount.time($0.launching)) in all, "
          + "\(Amount.time($0.launching / Double($0.launches))) each")
    }
  }

  private func shortened(_ name: String, to length: Int) -> String {
    Markup.shortened(name, to: length, mark: isPlain ? "~" : "…")
  }

  private func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private func bold(_ text: String) -> String { colour("1", text) }
  private func colour(_ code: String, _ text: String) -> String {
    isPlain || text.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
