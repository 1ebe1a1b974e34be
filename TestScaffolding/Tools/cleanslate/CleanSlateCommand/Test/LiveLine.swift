import Foundation
import Records

/// Says how far a run is: in one line that lives on a terminal, and in a line for each test elsewhere.
struct LiveLine {
  private let write: (String) -> Void
  /// The width of the terminal; nil where there is none.
  private let columns: () -> Int?
  /// Gets what is shown where there is no terminal; nil where that is written.
  private let tell: ((String) -> Void)?
  private var drawn = ""
  private var lastTime: Double?

  init(
    columns: @escaping () -> Int?, tell: ((String) -> Void)? = nil, write: @escaping (String) -> Void
  ) {
    (self.columns, self.tell, self.write) = (columns, tell, write)
  }

  var isAlive: Bool { columns() != nil }
  /// Whether what is shown is gone later.
  var showsInPassing: Bool { isAlive || tell != nil }

  /// Draws the line anew, but not more often than some times a second.
  mutating func show(_ results: TestResults, seconds: Double) {
    guard let columns = columns(), lastTime.map({ seconds - $0 >= 0.2 }) ?? true else { return }
    lastTime = seconds
    draw(Self.text(results, seconds: seconds, columns: columns - 1))
  }

  /// Draws a line that says something else than figures.
  mutating func show(_ text: String) {
    guard let columns = columns() else {
      if let tell { tell(text) } else { write(text.visible + "\n") }
      return
    }
    draw(String(text.prefix(columns - 1)))
  }

  /// Writes whole lines, above the one that lives.
  mutating func print(_ text: String, asItIs: Bool = false) {
    erase()
    write((asItIs ? text : text.visible) + "\n")
  }

  mutating func erase() {
    if !drawn.isEmpty { write("\r\u{1B}[2K") }
    drawn = ""
  }

  private mutating func draw(_ text: String) {
    guard text != drawn else { return }
    write("\r\u{1B}[2K" + text.visible)
    drawn = text
  }

  /// `12/40, 1 failed, 10 s left: Module.Class/test`, as far as it fits.
  static func text(_ results: TestResults, seconds: Double, columns: Int) -> String {
    let counts = results.counts
    func count(_ one: TestResult.Verdict, _ other: TestResult.Verdict) -> Int {
      counts[one, default: 0] + counts[other, default: 0]
    }
    let tests = results.all.count
    var (done, all, failed) = (
      tests - count(.brokenOff, .notRun), Int?.some(tests), count(.failed, .brokenOff)
    )
    if results.rounds != 1 {
      done = results.all.reduce(0) { $0 + $1.runs }
      let product = results.rounds?.multipliedReportingOverflow(by: tests)
      all = product.flatMap { $0.overflow ? nil : $0.partialValue }
      failed = results.all.reduce(0) { $0 + $1.failureCount }
    }
    var text = all.map { "\(done)/\($0)" } ?? "\(done)"
    if failed > 0 { text += ", \(failed) failed" }
    if results.rounds == 1, let flaky = counts[.flaky] { text += ", \(flaky) flaky" }
    if let all, done > 0, all > done, seconds > 1 {
      text += ", \(Amount.duration(seconds * Double(all - done) / Double(done))) left"
    }
    let running = results.all.filter { $0.state == .running }.map(\.test.label)
    if let name = running.last {
      let others = running.count > 1 ? " and \(running.count - 1) more" : ""
      let room = columns - text.count - 2 - others.count
      // The end of a name tells more than its start.
      let shown = name.count <= room ? name : room > 8 ? "…" + name.suffix(room - 1) : ""
      if !shown.isEmpty { text += ": " + shown + others }
    }
    return String(text.prefix(columns))
  }
}
