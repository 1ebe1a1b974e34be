import Foundation
import Records

/// Which tests each shard takes: the same for every shard that has the same list and the same times.
struct ShardPlan {
  /// Tests that no plan takes apart.
  struct Unit: Equatable {
    var tests: [TestIdentity]
    var seconds: Double

    var name: String { tests.first?.label ?? "" }
    /// Tests may share a label; no two share an id.
    var id: String { tests.first?.id ?? "" }
  }

  private(set) var shards: [[Unit]]
  /// How many of the tests have a time of an earlier run.
  let known: Int

  /// - Parameters:
  ///   - seconds: The times of earlier runs, by label. A test without one counts as the median of the others.
  ///   - group: What a test must not be taken apart from; nil for one that stands for itself.
  init(
    _ tests: [TestIdentity], total: Int, seconds: [String: Double],
    group: (TestIdentity) -> String? = { _ in nil }
  ) {
    let times = tests.compactMap { seconds[$0.label] }
    known = times.count
    let median = TimingFile.median(times) ?? 1
    var units: [String: Unit] = [:]
    for test in tests.sorted(by: { $0.id < $1.id }) {
      // Even a test that takes no time has to be run by somebody.
      let time = max(seconds[test.label] ?? median, 0.001)
      units[group(test) ?? test.id, default: Unit(tests: [], seconds: 0)].tests.append(test)
      units[group(test) ?? test.id]?.seconds += time
    }
    shards = Self.longestFirst(Array(units.values), total)
    improve()
  }

  func ids(of shard: Shard) -> Set<String> {
    Set(shards[shard.number - 1].flatMap { $0.tests.map(\.id) })
  }

  static func seconds(_ units: [Unit]) -> Double { units.reduce(0) { $0 + $1.seconds } }

  var longest: Double { shards.map(Self.seconds).max() ?? 0 }
  var mean: Double { shards.map(Self.seconds).reduce(0, +) / Double(shards.count) }
  var largestUnit: Unit? { shards.joined().max { $0.seconds < $1.seconds } }

  /// What no plan can make the longest shard shorter than: of any 2n + 1 tests, for example, n shards have to take three
  /// in one.
  var bound: Double {
    let seconds = shards.joined().map(\.seconds).sorted(by: >)
    return stride(from: 0, to: seconds.count, by: shards.count).reduce(mean) { bound, last in
      let inOne = last / shards.count + 1
      return max(bound, seconds[(last + 1 - inOne)...last].reduce(0, +))
    }
  }

  /// Gives each unit, the longest first, to the shard that has least.
  private static func longestFirst(_ units: [Unit], _ total: Int) -> [[Unit]] {
    var shards = Array(repeating: [Unit](), count: total)
    var loads = Array(repeating: 0.0, count: total)
    for unit in units.sorted(by: { ($1.seconds, $0.id) < ($0.seconds, $1.id) }) {
      let least = shards.indices.min { (loads[$0], shards[$0].count) < (loads[$1], shards[$1].count) } ?? 0
      shards[least].append(unit)
      loads[least] += unit.seconds
    }
    return shards
  }

  /// Moves units from the longest shard, or exchanges them, as long as that makes the longest shorter.
  private mutating func improve() {
    let least = bound
    for _ in 0..<1000 {
      let loads = shards.map(Self.seconds)
      guard let from = loads.indices.max(by: { loads[$0] < loads[$1] }),
        loads[from] > max(mean * 1.01, least),
        let (to, given, taken) = bestExchange(from, loads)
      else { return }
      let unit = shards[from].remove(at: given)
      if let taken { shards[from].append(shards[to].remove(at: taken)) }
      shards[to].append(unit)
    }
  }

  /// What the longest shard best gives to another one, and what it takes in return, if anything.
  private func bestExchange(_ from: Int, _ loads: [Double]) -> (to: Int, given: Int, taken: Int?)? {
    var best: (to: Int, given: Int, taken: Int?)?
    var least = loads[from] * 0.9999
    for to in shards.indices where to != from {
      for (given, unit) in shards[from].enumerated() {
        let others: [(Int?, Double)] = [(nil, 0)] + shards[to].enumerated().map { ($0, $1.seconds) }
        for (taken, seconds) in others {
          let change = unit.seconds - seconds
          let longer = max(loads[from] - change, loads[to] + change)
          if longer < least { (least, best) = (longer, (to, given, taken)) }
        }
      }
    }
    return best
  }
}

extension ShardPlan {
  /// Who gets what.
  var text: String {
    var blocks = shards.enumerated().map { index, units in
      let tests = units.reduce(0) { $0 + $1.tests.count }
      let head = "Shard \(index + 1)/\(shards.count): \(Amount.count(tests, "test"))"
      let time = known == 0 ? "" : ", " + Self.time(Self.seconds(units))
      return ([head + time] + units.sorted { $0.name < $1.name }.flatMap(lines)).joined(separator: "\n")
    }
    blocks.append(figures)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func lines(_ unit: Unit) -> [String] {
    let time = known == 0 ? "  " : "  \(Self.time(unit.seconds))  "
    guard unit.tests.count > 1 else { return [time + unit.name] }
    return [time + "together:"] + unit.tests.map { "    \($0.label)" }
  }

  /// How good the plan is, and what it is based on.
  var figures: String {
    let all = shards.joined().reduce(0) { $0 + $1.tests.count }
    let basis =
      switch known {
      case 0: "No times of earlier runs are known: every test counts the same."
      case all: "The times are medians of earlier runs."
      default:
        "\(known) of \(Amount.count(all, "test")) have times of earlier runs; the others count as the median of these."
      }
    let ratio = mean > 0 ? longest / mean : 1
    var text = "The longest shard takes \(Amount.decimal(ratio, 2)) of the mean. \(basis)"
    guard ratio > 1.15 else { return text }
    if let unit = largestUnit, unit.seconds > mean {
      let isAlone = unit.tests.count == 1
      if known > 0 {
        text += "\n\(unit.name) takes \(Self.time(unit.seconds))"
        text += isAlone ? "" : " with what it stays together with"
        text += ", more than the mean of \(Self.time(mean)): no plan makes a shard shorter than that."
      } else if !isAlone {
        text +=
          "\n\(Amount.count(unit.tests.count, "test")) stay together, \(unit.name) among them, which is more than the "
        text += "mean of \(Amount.decimal(mean, 1)): no plan makes a shard shorter than that."
      }
    } else if known > 0, bound > mean * 1.001 {
      text +=
        "\nA few tests are so long that no plan makes the longest shard shorter than \(Self.time(bound))."
    }
    return text
  }

  private static func time(_ seconds: Double) -> String { "\(Amount.decimal(seconds, 3)) s" }
}
