import Records
import ToolOptions

extension RunRecord {
  /// The labels of all tests there are, unless the record is of a part of them.
  var allLabels: Set<String>? {
    filter.isEmpty && shard.total == 1 ? Set(results.map(\.test.label)) : nil
  }

  /// The runs of all shards as one; proves that they are one. It takes as long as the longest shard.
  ///
  /// - Parameter records: With the folder that each is from.
  init(joining records: [(folder: String, record: RunRecord)]) throws(ToolFailure) {
    let foreign = Self.foreign(records)
    let problems = foreign.isEmpty ? Self.missingShards(records) + Self.wrongTests(records) : foreign
    let all = records.map(\.record).sorted { $0.shard.number < $1.shard.number }
    guard problems.isEmpty, let first = all.first else {
      throw .badInput("The shards are not one whole run.\n" + problems.joined(separator: "\n"))
    }
    let order = Dictionary(
      first.listed.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let rounds = Set(all.map(\.rounds))
    self.init(
      commit: first.commit, shard: Shard(number: 1, total: 1), filter: first.filter, listed: first.listed,
      // What belongs to no listed test comes last.
      results: all.flatMap(\.results).sorted {
        order[$0.test.id, default: .max] < order[$1.test.id, default: .max]
      },
      rounds: rounds.count == 1 ? first.rounds : nil, flakyFails: all.contains(where: \.flakyFails),
      timings: all.reduce(into: [:]) { $0.merge($1.timings) { $1 } },
      complaints: all.flatMap { record in record.complaints.map { "Shard \(record.shard): \($0)" } },
      seconds: all.map(\.seconds).max() ?? 0)
  }

  /// What shows that the records are of different runs.
  private static func foreign(_ records: [(folder: String, record: RunRecord)]) -> [String] {
    guard let (folder, record) = records.first else { return ["There is no run to join."] }
    return records.dropFirst().compactMap { other in
      func differ(_ what: String, _ one: String, _ two: String) -> String {
        "These are different runs: '\(folder)' has \(what) \(one), '\(other.folder)' has \(two)."
      }
      func name(_ commit: Commit?) -> String { commit?.description ?? "one that nobody knows" }
      if record.commit != other.record.commit {
        return differ("the commit", name(record.commit), name(other.record.commit))
      }
      if record.shard.total != other.record.shard.total {
        return differ("the shard", "\(record.shard)", "\(other.record.shard)")
      }
      let (one, two) = (Set(record.listed), Set(other.record.listed))
      guard one != two else { return nil }
      let only = one.symmetricDifference(two).sorted()
      return differ("a list of", "\(one.count) tests", "\(two.count)")
        + " Only one of them lists:" + list(only)
    }
  }

  private static func missingShards(_ records: [(folder: String, record: RunRecord)]) -> [String] {
    let total = records.first?.record.shard.total ?? 0
    let folders = Dictionary(grouping: records) { $0.record.shard.number }
    let missing = (1...max(total, 1)).filter { folders[$0] == nil }.map { "Shard \($0)/\(total) is missing." }
    let twice = folders.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { number, records in
      "Shard \(number)/\(total) is there \(records.count) times: "
        + records.map { "'\($0.folder)'" }.joined(separator: ", ") + "."
    }
    let empty = records.filter { $0.record.results.allSatisfy { $0.state == .waiting } }
      .map { "Shard \($0.record.shard) ran no test ('\($0.folder)')." }
    return missing + twice + empty
  }

  private static func wrongTests(_ records: [(folder: String, record: RunRecord)]) -> [String] {
    let listed = Set(records.first?.record.listed ?? [])
    var shards: [String: [Shard]] = [:]
    for (_, record) in records {
      // What is no test itself, such as an issue of a suite, may be in any.
      for result in record.results where !result.test.name.isEmpty {
        shards[result.test.id, default: []].append(record.shard)
      }
    }
    let nowhere = listed.filter { shards[$0] == nil }.sorted()
    let unlisted = shards.keys.filter { !listed.contains($0) }.sorted()
    let twice = shards.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { "\($0.key), in \($0.value.map(\.description).joined(separator: " and "))" }
    return [
      ("In no shard:", nowhere), ("In more than one shard:", twice), ("In no list:", unlisted),
    ].filter { !$0.1.isEmpty }.map { $0.0 + list($0.1) }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(50).map { "\n  " + $0.replacing(#/\/[^\/ ,]+\.swift:[0-9]+:[0-9]+/#, with: "") }
      .joined()
    return shown + (names.count > 50 ? "\n  and \(names.count - 50) more" : "")
  }
}
