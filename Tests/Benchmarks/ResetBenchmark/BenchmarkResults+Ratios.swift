#if DEBUG
import Measuring
import TestSupport

extension BenchmarkResults {
  /// What says something on any machine: figures of one run against one another, and what must not grow. Of each thing the
  /// quickest count, as the machine may do other work.
  var ratios: [(name: String, value: Double)] {
    let shop = apps.first { $0.name == "SampleShop" }
    let onboarding = apps.first { $0.name == "SampleOnboarding" }
    return [
      ("spawn / relaunch", spawn.quick / relaunch.quick),
      ("relaunch / live reset", relaunch.quick / reset.quick),
      ("SampleShop: relaunch / live reset", shop.map { $0.relaunch.quick / $0.reset.quick } ?? .nan),
      ("live reset / tap", reset.quick / tap.quick),
      (
        "SampleOnboarding: leak gate / reset inside the app",
        onboarding.map { $0.gate.quick / $0.inside.quick } ?? .nan
      ),
      ("reset with 1,000 elements / with none", ratio(elements.map { ($0.count, $0.reset) }, 1_000, 0)),
      ("reset of 10,000 files / of none", ratio(files.map { ($0.count, $0.reset) }, 10_000, 0)),
      (
        "reset to a state of 10,000 files / of 100",
        ratio(states.map { ($0.count, $0.afterATest) }, 10_000, 100)
      ),
      ("descriptors gained for each 1,000 resets", gained { $0.descriptors - $0.timers }),
      ("KiB gained for each 1,000 resets", gained { $0.residentKiB }),
    ]
  }

  private func ratio(_ samples: [(count: Int, sample: Sample)], _ many: Int, _ few: Int) -> Double {
    func quick(_ count: Int) -> Double { samples.first { $0.count == count }?.sample.quick ?? .nan }
    return quick(many) / quick(few)
  }

  private func gained(_ number: (Footprint) -> Int) -> Double {
    guard let before, let after else { return .nan }
    return Double(number(after) - number(before)) / Double(resets) * 1_000
  }
}
#endif
