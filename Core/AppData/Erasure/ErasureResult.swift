/// One thing that could not be erased or deleted.
public struct ErasureFailure: Hashable, Sendable, CustomStringConvertible {
  /// The name of what could not be erased.
  public let item: String
  /// Why it is still there.
  public let reason: String

  /// Makes a failure.
  public init(item: String, reason: String) {
    self.item = item
    self.reason = reason
  }

  public var description: String { "\(item): \(reason)" }
}

/// What the erasure of one part did.
public struct ErasureResult: Hashable, Sendable {
  /// The part's name.
  public let part: String
  /// How many things were erased.
  public let count: Int
  /// What failed.
  public let failures: [ErasureFailure]

  /// Makes a result.
  public init(part: String, count: Int, failures: [ErasureFailure] = []) {
    self.part = part
    self.count = count
    self.failures = failures
  }
}

/// What the erasure of several parts did.
public struct ErasureReport: Hashable, Sendable {
  /// The result of each part, in the order in which the parts were given.
  public let results: [ErasureResult]

  /// Makes a report.
  public init(results: [ErasureResult]) { self.results = results }

  /// How many things were erased.
  public var count: Int { results.reduce(0) { $0 + $1.count } }
  /// The failures of all parts.
  public var failures: [ErasureFailure] { results.flatMap(\.failures) }
}

/// What the deletion of erased data did.
public struct TrashResult: Hashable, Sendable {
  /// How many files, links and other entries were deleted, not counting folders.
  public internal(set) var deleted = 0
  /// What could not be deleted; it stays in the trash and is tried again.
  public internal(set) var failures: [ErasureFailure] = []
}
