#if DEBUG
import HeldResources

/// Expects that repeating the closure does not increase the number of objects that the roots hold.
///
/// With `bytesAllowed`, each repetition may add at most that many bytes of resident memory. Other tests that run in the
/// same process at the same time count too, so use it only in a test that runs alone.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  _ body: () throws -> Void
) throws {
  let graph = ObjectGraph()
  var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try body()
    meter.add(graph.count(from: [GraphRoot(roots())]), residentBytes: ResidentMemory.bytes)
  }
  try meter.check()
}

/// Like the synchronous variant, for an asynchronous closure.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
  let graph = ObjectGraph()
  var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try await body()
    meter.add(graph.count(from: [GraphRoot(roots())]), residentBytes: ResidentMemory.bytes)
  }
  try meter.check()
}

/// Collects the numbers of objects and the resident memory after each repetition.
package struct GrowthMeter {
  private var counts: [[String: Int]] = []
  private var memory: [Double] = []
  private let bytesAllowed: Int?

  /// Creates a meter. Without `bytesAllowed`, it does not look at resident memory.
  package init(repetitions: Int, bytesAllowed: Int?) {
    precondition(repetitions >= 8, "Growth shows only over 8 repetitions or more.")
    self.bytesAllowed = bytesAllowed
  }

  /// Adds the numbers after one more repetition.
  package mutating func add(_ counts: [String: Int], residentBytes: Int?) {
    self.counts.append(counts)
    if let residentBytes { memory.append(Double(residentBytes)) }
  }

  /// Throws if any of the numbers keeps rising.
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

/// The error of a test whose repetitions make something grow.
public struct GrowthFound: Error, Equatable, CustomStringConvertible {
  /// One number that keeps rising.
  public struct Series: Sendable, Equatable {
    /// What is counted.
    public let unit: String
    /// The number after the first repetition.
    public let first: Int
    /// The number after the last repetition.
    public let last: Int
    /// The average increase with each repetition.
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

  /// All numbers that keep rising.
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

/// A series of numbers that should stay level over the repetitions.
struct Growth {
  let numbers: [Double]

  /// Whether the last quarter is above the second one and still rising. Objects created on first use, or a cache that
  /// fills up, therefore do not count as growth.
  var rises: Bool {
    let quarter = numbers.count / 4
    guard quarter > 0 else { return false }
    let second = numbers[quarter..<(2 * quarter)]
    let third = numbers[(2 * quarter)..<(3 * quarter)]
    let last = numbers[(3 * quarter)...]
    guard let low = last.min(), let high = last.max(), let before = second.max(), let between = third.max()
    else { return false }
    return low > before && high > between
  }

  /// The average increase per repetition in the second half, by least squares.
  var slope: Double {
    let half = Array(numbers[(numbers.count / 2)...])
    guard half.count > 1 else { return 0 }
    let count = Double(half.count)
    let (middle, mean) = ((count - 1) / 2, half.reduce(0, +) / count)
    var (above, below) = (0.0, 0.0)
    for (position, number) in half.enumerated() {
      above += (Double(position) - middle) * (number - mean)
      below += (Double(position) - middle) * (Double(position) - middle)
    }
    return above / below
  }
}
#endif
