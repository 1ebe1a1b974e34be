#if DEBUG
import Foundation
import TestSupport

extension BenchmarkResults {
  /// The figures for people.
  var table: String {
    [
      section("What it costs, in microseconds", ["", "median", "p95", "x echo"], costs),
      section("Where a reset's time goes inside the app", ["step", "median", "p95"], stepRows),
      section(
        "The sample apps, in microseconds",
        ["", "relaunch", "reset", "times faster", "inside the app", "of it the leak gate"], appRows),
      section("Reset by what there is", ["", "median", "p95"], sweeps),
      section("Over \(resets) resets", ["", "before", "after"], growth),
      section("Targets", ["", "reached", "target", ""], verdicts),
    ].joined(separator: "\n\n")
  }

  private var costs: [[String]] {
    [
      ("bare echo", echo), ("relaunch until ready", relaunch),
      ("relaunch by a spawn", spawn), ("live reset", reset),
      ("live reset that keeps the data", keep), ("tap", tap), ("tree", tree),
    ].map { name, sample in
      [name, show(sample.median), show(sample.p95), show(sample.median / echo.median)]
    }
  }

  private var stepRows: [[String]] {
    let rows = stepOrder.compactMap { name in steps[name].map { [name, show($0.median), show($0.p95)] } }
    let outside = reset.median - inside.median
    return rows + [
      ["all of it", show(inside.median), show(inside.p95)],
      ["on the wire and in the driver", show(outside), ""],
    ]
  }

  private var appRows: [[String]] {
    apps.map {
      [
        $0.name, show($0.relaunch.median), show($0.reset.median), show($0.ratio), show($0.inside.median),
        show($0.gate.median),
      ]
    }
  }

  private var sweeps: [[String]] {
    files.map { ["\($0.count) files", show($0.reset.median), show($0.reset.p95)] }
      + elements.map { ["\($0.count) elements", show($0.reset.median), show($0.reset.p95)] }
  }

  private var growth: [[String]] {
    guard let before, let after else { return [] }
    return [
      ["resident memory, KiB", "\(before.residentKiB)", "\(after.residentKiB)"],
      ["descriptors", "\(before.descriptors)", "\(after.descriptors)"],
      ["threads", "\(before.threads)", "\(after.threads)"],
    ]
  }

  private var verdicts: [[String]] {
    targets.map {
      [
        $0.name, show($0.reached), ($0.isLowerLimit ? ">= " : "<= ") + show($0.limit),
        $0.isMet ? "met" : "missed",
      ]
    }
  }

  private func show(_ number: Double) -> String {
    number.isNaN ? "-" : String(format: number.magnitude < 100 ? "%.1f" : "%.0f", number)
  }

  private func section(_ title: String, _ head: [String], _ rows: [[String]]) -> String {
    let all = [head] + rows
    let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    let lines = all.map { row in
      zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
    return "\(title)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
  }
}
#endif
