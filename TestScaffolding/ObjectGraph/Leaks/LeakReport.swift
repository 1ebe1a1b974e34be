#if DEBUG
public import Leaks

/// What is still alive and what holds it: one leak for each mistake.
public struct LeakReport: Sendable, Equatable, CustomStringConvertible {
  /// The leaks, in the order in which the objects were remembered.
  public let leaks: [Leak]
  /// Objects that are alive because they are themselves the value of a static variable, or a part of one: no leaks.
  public let survivesInStatic: [Leak]
  /// What the search could not look into, each with its type and the path to it.
  public let notLookedInto: [String]

  init(leaks: [Leak], survivesInStatic: [Leak] = [], notLookedInto: [String]) {
    self.leaks = leaks
    self.survivesInStatic = survivesInStatic
    self.notLookedInto = notLookedInto
  }

  /// The report as text for a log.
  public var description: String {
    (leaks.map(\.description) + notLookedInto.map { "not looked into: \($0)" }).joined(separator: "\n")
  }
}
#endif
