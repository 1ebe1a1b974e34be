#if DEBUG
public import Leaks

/// What is still alive and what holds it: one leak for each mistake.
public struct LeakReport: Sendable, Equatable, CustomStringConvertible {
  /// The leaks, in the order in which the objects were remembered.
  public let leaks: [Leak]
  /// What the search could not look into, each with its type and the path to it.
  public let notLookedInto: [String]

  /// The report as text for a log.
  public var description: String {
    (leaks.map(\.description) + notLookedInto.map { "not looked into: \($0)" }).joined(separator: "\n")
  }
}
#endif
