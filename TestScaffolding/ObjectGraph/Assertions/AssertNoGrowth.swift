#if DEBUG
import Foundation
import HeldResources

/// Expects that repeating the closure does not increase the number of objects that the roots hold.
///
/// With `bytesAllowed`, which takes 50 repetitions, each may add at most that many bytes of resident memory. With `countsLiving`, objects that
/// nothing holds but one another are found as well: the living objects of each class are counted three times in the second
/// half. Where the memory of the process cannot be searched, or its size not be read, a line on standard error says so. Other tests that run in the
/// same process at the same time count for both, so use them only in a test that runs alone.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  countsLiving: Bool = false, _ body: () throws -> Void
) throws {
  let graph = ObjectGraph()
  var meter = try GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try body()
    meter.count(roots(), in: graph, withLiving: countsLiving)
  }
  try meter.check()
}

/// Like the synchronous variant, for an asynchronous closure.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  countsLiving: Bool = false, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
  let graph = ObjectGraph()
  var meter = try GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try await body()
    meter.count(roots(), in: graph, withLiving: countsLiving)
  }
  try meter.check()
}

/// Collects the numbers of objects and the resident memory after each repetition.
package struct GrowthMeter {
  private var counts: [[String: Int]] = []
  private var memory: [Double] = []
  /// The living objects of each class at three moments of the second half.
  private var living: [[String: Int]] = []
  private var cannotCountLiving = false
  private let repetitions: Int
  private let bytesAllowed: Int?

  /// Fewer repetitions cannot tell memory that grows from what is made once and kept.
  package static let repetitionsForMemory = 50

  /// Creates a meter. Without `bytesAllowed`, it does not look at resident memory.
  package init(repetitions: Int, bytesAllowed: Int?) throws(TooFewRepetitions) {
    let least = bytesAllowed == nil ? 8 : Self.repetitionsForMemory
    guard repetitions >= least else { throw TooFewRepetitions(given: repetitions, least: least) }
    self.repetitions = repetitions
    self.bytesAllowed = bytesAllowed
  }

  /// Whether the living objects should be counted now. That takes long, so it is not done after each repetition.
  package var isTimeToCountLiving: Bool { countsLiving(after: counts.count) }

  /// Whether it is time after the next numbers.
  package var isLastBeforeCountingLiving: Bool { countsLiving(after: counts.count + 1) }

  /// The first count is not used. It makes what counting keeps, which would be taken for growth of memory later.
  private func countsLiving(after repetition: Int) -> Bool {
    [1, repetitions / 2, repetitions * 3 / 4, repetitions].contains(repetition)
  }

  /// Adds the living objects of each class; nil if they cannot be counted.
  package mutating func add(living: [String: Int]?) {
    guard let living else { return cannotCountLiving = true }
    if counts.count > 1 { self.living.append(living) }
  }

  /// Adds the numbers after one more repetition.
  package mutating func add(_ counts: [String: Int], residentBytes: Int?) {
    self.counts.append(counts)
    if let residentBytes { memory.append(Double(residentBytes)) }
  }

  fileprivate mutating func count(_ root: Any, in graph: ObjectGraph, withLiving: Bool) {
    add(graph.count(from: [GraphRoot(root)]), residentBytes: ResidentMemory.bytesInUse)
    if withLiving, isTimeToCountLiving { add(living: graph.countLiving()) }
  }

  /// Throws if any of the numbers keeps rising.
  package func check() throws(GrowthFound) {
    var risen: [GrowthFound.Series] = []
    for type in Set(counts.flatMap(\.keys)).sorted() {
      let growth = Growth(numbers: counts.map { Double($0[type] ?? 0) })
      if growth.rises { risen.append(growth.series(of: .held(type))) }
    }
    risen += risenLiving(besides: risen)
    if cannotCountLiving {
      Self.say("living objects cannot be counted here, only those that something holds")
    }
    if let bytesAllowed {
      let resident = Growth(numbers: memory)
      if memory.count < counts.count {
        Self.say("resident memory cannot be read here, only objects are counted")
      } else if resident.risesAllAlong(by: Double(bytesAllowed)) {
        risen.append(resident.series(of: .memory))
      }
    }
    if !risen.isEmpty { throw GrowthFound(risen: risen) }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("assertNoGrowth: \(text)\n".utf8))
  }

  /// The classes of which at least every other repetition has left an object, as seen at all three moments.
  private func risenLiving(besides known: [GrowthFound.Series]) -> [GrowthFound.Series] {
    guard living.count == 3, let middle = living.first, let last = living.last else { return [] }
    let steps = repetitions - repetitions / 2
    return last.keys.sorted().compactMap { type in
      let numbers = living.map { $0[type] ?? 0 }
      let more = numbers[2] - (middle[type] ?? 0)
      guard numbers[0] < numbers[1], numbers[1] < numbers[2], more * 2 >= steps,
        !known.contains(where: { $0.unit == .held(type) })
      else { return nil }
      return GrowthFound.Series(
        unit: .living(type), first: numbers[0], last: numbers[2],
        slope: Double(more) / Double(steps), repetitions: repetitions)
    }
  }
}

/// The error of a test that repeats something too seldom to see it grow.
package struct TooFewRepetitions: Error, CustomStringConvertible {
  let given: Int
  let least: Int

  package var description: String {
    "Growth\(least > 8 ? " of memory" : "") shows only over \(least) repetitions or more: expected 'over: \(least)' or "
      + "above, not 'over: \(given)'."
  }
}

/// The error of a test whose repetitions make something grow.
public struct GrowthFound: Error, Equatable, CustomStringConvertible {
  /// One number that keeps rising.
  public struct Series: Sendable, Equatable {
    /// What a series counts.
    public enum Unit: Sendable, Equatable, CustomStringConvertible {
      /// Objects of a class that something holds.
      case held(String)
      /// All living objects of a class, counted in the second half only.
      case living(String)
      /// Bytes of resident memory.
      case memory

      public var description: String {
        switch self {
        case .held(let type): "\(type) objects"
        case .living(let type): "living \(type) objects"
        case .memory: "bytes of resident memory"
        }
      }
    }

    /// What is counted.
    public let unit: Unit
    /// The number after the first repetition.
    public let first: Int
    /// The number after the last repetition.
    public let last: Int
    /// The average increase with each repetition.
    public let slope: Double
    /// The number of repetitions.
    public let repetitions: Int
  }

  /// All numbers that keep rising.
  public let risen: [Series]

  /// One line for each number that rises.
  public var description: String {
    risen.map { series in
      // Living objects are not counted from the start.
      let start = if case .living = series.unit { "\(series.repetitions / 2)" } else { "the first" }
      return "\(series.unit) rise by \(String(format: "%.2f", series.slope)) with each repetition: "
        + "\(series.first) after \(start), \(series.last) after \(series.repetitions)"
    }.joined(separator: "\n")
  }
}

/// A series of numbers that should stay level over the repetitions.
struct Growth {
  let numbers: [Double]

  func series(of unit: GrowthFound.Series.Unit) -> GrowthFound.Series {
    .init(
      unit: unit, first: Int(numbers.first ?? 0), last: Int(numbers.last ?? 0), slope: slope,
      repetitions: numbers.count)
  }

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

  /// Whether more than so much is added by each repetition, and at least half of it in each tenth, apart from the first two.
  /// Memory that is taken once raises only some of them.
  func risesAllAlong(by step: Double) -> Bool {
    let size = numbers.count / 10
    let least = (2..<10).map { numbers[($0 * size)..<(($0 + 1) * size)].min() ?? 0 }
    return slope > step && zip(least, least.dropFirst()).allSatisfy { $1 - $0 > Double(size) * step / 2 }
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
