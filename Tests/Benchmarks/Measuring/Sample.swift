/// Times of one thing, in microseconds.
package struct Sample: Encodable {
  package private(set) var microseconds: [Double] = []

  package init() {}

  package mutating func add(_ duration: Duration) {
    let parts = duration.components
    microseconds.append(Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12)
  }

  package mutating func add(nanoseconds: Int) { microseconds.append(Double(nanoseconds) / 1000) }

  /// Times the work, which is done once.
  package mutating func time<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let result = try work()
    add(ContinuousClock.now - start)
    return result
  }

  package var median: Double { quantile(0.5) }
  package var p95: Double { quantile(0.95) }
  /// What one in ten keeps to: those had the processor to themselves, and the others say what else the machine was doing.
  package var quick: Double { quantile(0.1) }

  /// The smallest value that no smaller part than this of all values exceeds.
  package func quantile(_ part: Double) -> Double {
    guard !microseconds.isEmpty else { return .nan }
    let index = Int((part * Double(microseconds.count)).rounded(.up)) - 1
    return microseconds.sorted()[max(0, index)]
  }

  private enum CodingKeys: String, CodingKey { case median, p95, count }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(median, forKey: .median)
    try container.encode(p95, forKey: .p95)
    try container.encode(microseconds.count, forKey: .count)
  }
}
