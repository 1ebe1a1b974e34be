/// The chart of the report as an SVG picture, for light and dark backgrounds.
struct LaunchChart {
  private let findings: Findings
  private let limit: Int

  init(_ findings: Findings, limit: Int) {
    self.findings = findings
    self.limit = limit
  }

  /// The picture, with its own background and colours.
  var svg: String {
    let rows = self.rows
    let height = rows.bottom + 16
    let summary = (findings.all.map { "\($0.label): \($0.contents). \($0.headline)" } + findings.conclusions)
      .joined(separator: " ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Layout.width) \(height)" width="\(Layout.width)" \
      height="\(height)" role="img" aria-labelledby="chart-title chart-desc" class="launch-chart">
      <title id="chart-title">\(Markup.escaped(title))</title>
      <desc id="chart-desc">\(Markup.escaped(summary))</desc>
      <style>
      \(Self.style)
      </style>
      <rect class="paper" width="100%" height="100%" rx="8"/>
      \(rows.marks.joined(separator: "\n"))
      </svg>

      """
  }

  /// What the picture shows, in one line.
  var title: String {
    guard let other = findings.other else { return findings.main.headline }
    return "Getting the apps ready: \(findings.main.label) and \(other.label)"
  }

  private enum Layout {
    static let width = 860
    static let margin = 24
    static let barStart = 300
    static let barLength = 380.0
    static let figureStart = 694
  }

  private struct Rows {
    var marks: [String] = []
    var bottom = 0
  }

  private var rows: Rows {
    var rows = Rows()
    rows.bottom = 38
    rows.marks.append(text(title, x: Layout.margin, y: rows.bottom, style: "title"))
    legend(in: &rows)
    section("All tests", in: &rows)
    let longest = findings.all.map(\.report.seconds).max() ?? 0
    for run in findings.all {
      rows.bottom += 30
      rows.marks.append(
        text(Markup.shortened(run.label, to: 40), x: Layout.margin, y: rows.bottom, style: "name"))
      bar(run.report, longest: longest, y: rows.bottom - 13, height: 16, in: &rows)
    }
    let tests = findings.main.report.costliest.prefix(limit)
    guard !tests.isEmpty else { return rows }
    section(heading(of: tests.count), in: &rows)
    let others = Dictionary(
      (findings.other?.report.tests ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = Array(tests) + tests.compactMap { others[$0.name] }
    let longestTest = shown.map(\.seconds).max() ?? 0
    for test in tests {
      rows.bottom += 24
      let name = Markup.shortened(test.title, to: 36)
      rows.marks.append(text(name, x: Layout.margin, y: rows.bottom, style: "name"))
      bar(test, longest: longestTest, y: rows.bottom - 10, height: 11, in: &rows)
      guard let other = others[test.name] else { continue }
      rows.bottom += 15
      bar(other, longest: longestTest, y: rows.bottom - 10, height: 11, in: &rows)
    }
    return rows
  }

  private func legend(in rows: inout Rows) {
    rows.bottom += 26
    var x = Layout.margin
    let hasResets = findings.all.contains { $0.report.liveResets > 0 }
    let entries =
      [("launch", "launching")] + (hasResets ? [("reset", "live resets")] : []) + [("rest", "the rest")]
    for (style, label) in entries {
      rows.marks.append(
        #"<rect class="\#(style)" x="\#(x)" y="\#(rows.bottom - 10)" width="12" height="12" rx="2"/>"#)
      rows.marks.append(text(label, x: x + 18, y: rows.bottom, style: "figure"))
      x += 40 + label.count * 7
    }
  }

  private func heading(of count: Int) -> String {
    let what = count == 1 ? "The test" : "The \(count) tests that spend most on it"
    guard let other = findings.other else { return what }
    return "\(what): above in \(findings.main.label), below in \(other.label)"
  }

  private func section(_ name: String, in rows: inout Rows) {
    rows.bottom += 36
    rows.marks.append(text(name, x: Layout.margin, y: rows.bottom, style: "section"))
  }

  private func bar(_ times: some Spending, longest: Double, y: Int, height: Int, in rows: inout Rows) {
    let scale = longest > 0 ? Layout.barLength / longest : 0
    var x = Double(Layout.barStart)
    let rest = max(0, times.seconds - times.preparing)
    for (style, seconds) in [("launch", times.launching), ("reset", times.resetting), ("rest", rest)]
    where seconds > 0 {
      // Keeps even the shortest bar visible.
      let width = max(1, seconds * scale)
      rows.marks.append(
        #"<rect class="\#(style)" x="\#(coordinate(x))" y="\#(y)" width="\#(coordinate(width))" height="\#(height)"/>"#
      )
      x += width
    }
    let figures = "\(Amount.time(times.preparing)) of \(Amount.time(times.seconds))"
    rows.marks.append(text(figures, x: Layout.figureStart, y: y + height - 2, style: "figure"))
  }

  private func text(_ words: String, x: Int, y: Int, style: String) -> String {
    #"<text class="\#(style)" x="\#(x)" y="\#(y)">\#(Markup.escaped(words))</text>"#
  }

  private func coordinate(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static let style = """
    .launch-chart { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color-scheme: light dark }
    .launch-chart .paper { fill: #ffffff }
    .launch-chart text { fill: #1f2328 }
    .launch-chart .title { font-size: 18px; font-weight: 600 }
    .launch-chart .section { font-size: 14px; font-weight: 600 }
    .launch-chart .name { font-size: 12px }
    .launch-chart .figure { font-size: 12px; fill: #57606a }
    .launch-chart .launch { fill: #bc4c00 }
    .launch-chart .reset { fill: #0969da }
    .launch-chart .rest { fill: #c4ccd4 }
    @media (prefers-color-scheme: dark) {
      .launch-chart .paper { fill: #0d1117 }
      .launch-chart text { fill: #e6edf3 }
      .launch-chart .figure { fill: #a5adb6 }
      .launch-chart .launch { fill: #f0883e }
      .launch-chart .reset { fill: #58a6ff }
      .launch-chart .rest { fill: #444c56 }
    }
    """
}

/// Prepares text for XML and HTML.
enum Markup {
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }

  /// Leaves out the middle, because names differ mostly at their ends.
  static func shortened(_ name: String, to length: Int, mark: String = "…") -> String {
    guard name.count > length else { return name }
    let tail = (length - 1) / 2
    return name.prefix(length - 1 - tail) + mark + name.suffix(tail)
  }
}
