import Foundation

/// What the ratios of one run may be at most, or must be at least: a file of JSON in the repository.
package struct Limits {
  private struct Limit: Decodable {
    let most: Double?
    let least: Double?
    let why: String
  }

  private let limits: [String: Limit]
  private let file: String

  package init(file: String) throws(LimitsError) {
    self.file = file
    do {
      limits = try JSONDecoder().decode(
        [String: Limit].self, from: try Data(contentsOf: URL(filePath: file)))
    } catch {
      throw LimitsError(
        description:
          "The limits in '\(file)' cannot be read; run this in the package's folder. \(error.localizedDescription)"
      )
    }
  }

  /// The ratios beside their limits, and whether all are kept. Each ratio needs a limit, and each limit a ratio.
  package func verdict(on ratios: [(name: String, value: Double)]) throws(LimitsError) -> (
    table: String, isGood: Bool
  ) {
    let named = Set(ratios.map(\.name))
    let strays = named.symmetricDifference(limits.keys).sorted()
    guard strays.isEmpty else {
      throw LimitsError(
        description: "'\(file)' and the benchmark differ in: \(strays.joined(separator: "; ")).")
    }
    var isGood = true
    let rows = ratios.map { name, value in
      let limit = limits[name]
      let isKept = value <= limit?.most ?? .infinity && value >= limit?.least ?? -.infinity
      isGood = isGood && isKept
      let bound =
        limit?.most.map { "at most \(Table.show($0))" } ?? limit?.least.map { "at least \(Table.show($0))" }
      return [name, Table.show(value), bound ?? "", isKept ? "" : "BEYOND: \(limit?.why ?? "")"]
    }
    return (Table.section("Limits", ["", "now", "limit", ""], rows), isGood)
  }
}

package struct LimitsError: Error, CustomStringConvertible { package let description: String }
