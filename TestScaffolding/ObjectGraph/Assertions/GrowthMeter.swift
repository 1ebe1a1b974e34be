#if DEBUG
/// Counts after each repetition what must not add up.
package struct GrowthMeter {
  private var counts: [[String: Int]] = []
  private var memory: [Double] = []
  private let bytesAllowed: Int?

  /// Counts objects, and resident memory where it may rise by no more than so many bytes with each repetition.
  package init(repetitions: Int, bytesAllowed: Int?) {
    precondition(repetitions >= 8, "Growth shows only over 8 repetitions or more.")
    self.bytesAllowed = bytesAllowed
  }

  /// Adds what there is after one more repetition.
  package mutating func add(_ counts: [String: Int], residentBytes: Int?) {
    self.counts.append(counts)
    if let residentBytes { memory.append(Double(residentBytes)) }
  }

  /// Throws what has risen.
  package func check() throws(GrowthFound) {
    var risen: [GrowthFound.Series] = []
    for type in Set(counts.flatMap(\.keys)).sorted() {
      let growth = Growth(numbers: counts.map { Double($0[type] ?? 0) })
      if growth.rises { risen.append(.init(growth, of: "\(type) objects")) }
    }
    let resident = Growth(numbers: memory)
    if let bytesAllowed, resident.rises, resident.slope > Double(bytesAllowed) {
      risen.append(.init(resident, of: "bytes of resident memory"))
    }
    if !risen.isEmpty { throw GrowthFound(risen: risen) }
  }
}

/// What a test fails with when repetitions add up.
public struct GrowthFound: Error, Equatable, CustomStringConvertible {
  /// One number that rises.
  public struct Series: Sendable, Equatable {
    /// What is counted.
    public let unit: String
    /// The number after the first repetition.
    public let first: Int
    /// The number after the last repetition.
    public let last: Int
    /// What each repetition adds.
    public let slope: Double
    /// The number of repetitions.
    public let repetitions: Int

    init(_ growth: Growth, of unit: String) {
      self.unit = unit
      first = Int(growth.numbers.first ?? 0)
      last = Int(growth.numbers.last ?? 0)
      slope = growth.slope
      repetitions = growth.numbers.count
    }
  }

  /// Everything that rises.
  public let risen: [Series]

  /// One line for each number that rises.
  public var description: String {
    risen.map { series in
      let hundredths = Int((series.slope * 100).rounded())
      let fraction = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
      return "\(series.unit) rise by \(hundredths / 100).\(fraction) with each repetition: "
        + "\(series.first) after the first, \(series.last) after \(series.repetitions)"
    }.joined(separator: "\n")
  }
}
#endif
