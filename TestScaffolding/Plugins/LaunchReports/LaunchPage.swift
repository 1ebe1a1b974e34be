/// The chart and the table as one self-contained HTML page.
struct LaunchPage {
  private let findings: Findings
  private let limit: Int

  init(_ findings: Findings, limit: Int) {
    self.findings = findings
    self.limit = limit
  }

  var html: String {
    let chart = LaunchChart(findings, limit: limit)
    let notes = findings.all.flatMap { run in
      ["\(run.label): \(run.contents). \(run.headline)"] + run.remarks
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(Markup.escaped(chart.title))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <main>
      <h1>Launch report</h1>
      \((findings.conclusions + notes).map { "<p>\(Markup.escaped($0))</p>" }.joined(separator: "\n"))
      <div class="scroll" role="region" aria-label="Chart" tabindex="0">
      \(chart.svg)
      </div>
      \(findings.all.map(table).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private func table(of run: LabelledReport) -> String {
    let heads = ["Test", "Runs", "Launches", "Launching", "Live resets", "Resetting", "In all"]
    let rows = run.report.costliest.map { test in
      let cells = [
        "\(test.runs)", "\(test.launches)", Amount.time(test.launching), "\(test.liveResets)",
        Amount.time(test.resetting), Amount.time(test.seconds),
      ]
      return #"<tr><th scope="row">\#(Markup.escaped(test.title))</th>"#
        + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    return """
      <div class="scroll" role="region" aria-label="\(Markup.escaped(run.label))" tabindex="0">
      <table>
      <caption>\(Markup.escaped(run.label))</caption>
      <thead><tr>\(heads.map { #"<th scope="col">\#($0)</th>"# }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      """
  }

  private static let style = """
    :root { color-scheme: light dark }
    body { margin: 0; font: 16px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif;
      color: #1f2328; background: #f6f8fa }
    main { max-width: 56rem; margin: 0 auto; padding: 1rem }
    .launch-chart { width: 100%; min-width: 40rem; height: auto }
    .scroll { overflow-x: auto; margin-top: 1.5rem }
    table { border-collapse: collapse; width: 100%; font-size: 0.875rem }
    caption { text-align: left; font-weight: 600; padding: 0.5rem 0 }
    th, td { padding: 0.25rem 0.5rem; border-bottom: 1px solid #c4ccd4; text-align: right; white-space: nowrap }
    th:first-child { text-align: left; font-weight: 400; white-space: normal; overflow-wrap: anywhere;
      min-width: 14rem }
    thead th, thead th:first-child { font-weight: 600 }
    @media (prefers-color-scheme: dark) {
      body { color: #e6edf3; background: #010409 }
      th, td { border-color: #444c56 }
    }
    """
}
