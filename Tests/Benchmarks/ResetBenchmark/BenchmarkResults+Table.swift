#if DEBUG
import Measuring
import TestSupport

extension BenchmarkResults {
  /// The figures for people.
  var table: String {
    [
      Table.section("What it costs, in microseconds", ["", "median", "p95", "x echo"], costs),
      Table.section("Where a reset's time goes inside the app", ["step", "median", "p95"], stepRows),
      Table.section(
        "The sample apps, in microseconds",
        ["", "relaunch", "reset", "times faster", "inside the app", "of it the leak gate"], appRows),
      Table.section("Reset by what there is", ["", "median", "p95"], sweeps),
      Table.section("Over \(resets) resets", ["", "before", "after"], growth),
      Table.section("Ratios", ["", ""], ratios.map { [$0.name, Table.show($0.value)] }),
    ].joined(separator: "\n\n")
  }

  private var costs: [[String]] {
    [
      ("bare echo", echo), ("relaunch until ready", relaunch),
      ("relaunch by a spawn", spawn), ("live reset", reset),
      ("live reset that keeps the data", keep), ("tap", tap), ("tree", tree),
    ].map { name, sample in
      [name, Table.show(sample.median), Table.show(sample.p95), Table.show(sample.median / echo.median)]
    }
  }

  private var stepRows: [[String]] {
    let rows = stepOrder.compactMap { name in
      steps[name].map { [name, Table.show($0.median), Table.show($0.p95)] }
    }
    let outside = reset.median - inside.median
    return rows + [
      ["all of it", Table.show(inside.median), Table.show(inside.p95)],
      ["on the wire and in the driver", Table.show(outside), ""],
    ]
  }

  private var appRows: [[String]] {
    apps.map {
      [
        $0.name, Table.show($0.relaunch.median), Table.show($0.reset.median), Table.show($0.ratio),
        Table.show($0.inside.median),
        Table.show($0.gate.median),
      ]
    }
  }

  private var sweeps: [[String]] {
    files.map { row("\($0.count) files", $0.reset) }
      + states.flatMap { state in
        [
          row("to a state of \(state.count) files, after a test", state.afterATest),
          row("to a state of \(state.count) files, at once", state.atOnce),
          row("to nothing, after such a test", state.empty),
        ]
      }
      + elements.map { row("\($0.count) elements", $0.reset) }
  }

  private func row(_ name: String, _ sample: Sample) -> [String] {
    [name, Table.show(sample.median), Table.show(sample.p95)]
  }

  private var growth: [[String]] {
    guard let before, let after else { return [] }
    return [
      ["resident memory, KiB", "\(before.residentKiB)", "\(after.residentKiB)"],
      ["descriptors", "\(before.descriptors)", "\(after.descriptors)"],
      ["threads", "\(before.threads)", "\(after.threads)"],
    ]
  }
}
#endif
