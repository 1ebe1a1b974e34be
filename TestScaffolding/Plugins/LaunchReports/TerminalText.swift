/// The report as text, with a bar for each test.
struct TerminalText {
  private let findings: Findings
  private let width: Int
  private let isPlain: Bool
  private let limit: Int

  /// Creates the text for a terminal of this width.
  ///
  /// - Parameters:
  ///   - isPlain: Whether to leave out colours and block characters.
  ///   - limit: How many tests to show.
  init(_ findings: Findings, width: Int, isPlain: Bool, limit: Int) {
    self.findings = findings
    self.width = max(20, width)
    self.isPlain = isPlain
    self.limit = limit
  }

  var text: String {
    var lines: [String] = []
    for run in findings.all {
      lines += wrapped(bold(run.label)) + wrapped(run.contents) + wrapped(run.headline)
      if run.report.launches + run.report.liveResets > 0 {
        lines += [""] + bars(of: run.report)
        if run.report.apps.count > 1 { lines += [""] + apps(of: run.report) }
      }
      lines += run.remarks.flatMap { wrapped("- " + $0) } + [""]
    }
    lines += (findings.conclusions + [findings.hint].compactMap(\.self)).flatMap(wrapped)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  private func bars(of report: LaunchReport) -> [String] {
    let tests = report.costliest
    let shown = tests.prefix(limit)
    let figures = shown.map { "\(Amount.time($0.preparing)) of \(Amount.time($0.seconds))" }
    let columns = Columns(
      width: width, figures: figures.map(\.count).max() ?? 0, names: shown.map(\.title.count).max() ?? 0)
    let longest = shown.map(\.seconds).max() ?? 0
    var lines = zip(shown, figures).flatMap { bar(of: $0, $1, columns, longest: longest) }
    if tests.count > shown.count {
      let rest = tests.dropFirst(shown.count)
      let time = Amount.time(rest.reduce(0) { $0 + $1.preparing })
      lines.append("and \(Amount.count(rest.count, "more test", "more tests")) with \(time)")
    }
    return lines
  }

  /// The widths of names and bars. They are side by side, or below each other on a narrow terminal.
  private struct Columns {
    let name: Int
    let bar: Int
    let isNarrow: Bool

    init(width: Int, figures: Int, names: Int) {
      isNarrow = width < 72
      name = isNarrow ? width : min(names, (width - figures) / 2)
      bar = max(4, min(60, isNarrow ? width - figures - 1 : width - figures - name - 2))
    }
  }

  private func bar(
    of test: TestAccount, _ figures: String, _ columns: Columns, longest: Double
  ) -> [String] {
    let scale = longest > 0 ? Double(columns.bar) / longest : 0
    let whole = test.seconds > 0 ? max(1, Int((test.seconds * scale).rounded())) : 0
    let first = min(whole, test.preparing > 0 ? max(1, Int((test.preparing * scale).rounded())) : 0)
    let drawn =
      colour("33", String(repeating: isPlain ? "#" : "█", count: first))
      + colour("90", String(repeating: isPlain ? "-" : "░", count: whole - first))
    let result = drawn + String(repeating: " ", count: columns.bar - whole + 1) + figures
    let name = shortened(test.title, to: columns.name)
    if columns.isNarrow { return [name, result] }
    return [name + String(repeating: " ", count: columns.name - name.count + 1) + result]
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
