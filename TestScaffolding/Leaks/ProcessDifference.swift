#if DEBUG
/// Something that only the process has and that is not as it was before the first generation: its working folder, a
/// signal handler, an environment variable.
public struct ProcessDifference: Codable, Sendable, Hashable {
  /// What it is: `working folder`, `environment variable LANG`, `signal handler SIGUSR1`.
  public var what: String
  /// What it was before the first generation.
  public var before: String
  /// What the generations since have made of it.
  public var after: String
  /// Whether the reset has put it back. What it has not put back makes a slate unclean.
  public var restored: Bool

  /// Describes a difference.
  public init(what: String, before: String, after: String, restored: Bool = false) {
    self.what = what
    self.before = before
    self.after = after
    self.restored = restored
  }
}

extension ProcessDifference {
  /// What is not the same in two lists of things and their values, in the order of their names.
  ///
  /// Something that one list does not have is `not set` there.
  public static func between(
    _ before: [String: String], and after: [String: String]
  ) -> [ProcessDifference] {
    Set(before.keys).union(after.keys).sorted().compactMap { what in
      guard before[what] != after[what] else { return nil }
      return ProcessDifference(
        what: what, before: before[what] ?? notSet, after: after[what] ?? notSet)
    }
  }

  /// The value of what is not there.
  public static var notSet: String { "not set" }
}

extension ProcessDifference: CustomStringConvertible {
  /// The difference on one line.
  public var description: String {
    "\(what): \(before) before, \(after) \(restored ? "until it was put back" : "now")"
  }
}

extension Leak {
  /// What a reset has not put back, as something that the generation left.
  public init(_ difference: ProcessDifference, generation: Int) {
    self.init(
      type: difference.what, name: "\(difference.before) before, \(difference.after) now",
      generation: generation, advice: "it belongs to the process, and a live reset cannot put it back",
      isOfProcess: true)
  }
}
#endif
