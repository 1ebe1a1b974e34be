public import AppData

/// A situation that a feature can be started in, such as a user who has been here before.
///
/// Whoever shows a feature off, or looks at one of its states, starts from the data that the closure writes.
public nonisolated struct Situation: Sendable {
  /// The name of the situation: `userAlreadyOnboarded`.
  public let name: String
  /// What the situation is, for people.
  public let summary: String
  /// The screen that it begins on, where that is not the first one: `shop/basket`, as in a link after `://`.
  public let place: String?
  /// Launch arguments that belong to the situation.
  public let arguments: [String]
  /// Writes the data that a user in this situation has.
  public let prepare: @Sendable (AppData) throws -> Void

  /// Describes a situation.
  public init(
    _ name: String, _ summary: String, opening place: String? = nil, arguments: [String] = [],
    prepare: @escaping @Sendable (AppData) throws -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.place = place
    self.arguments = arguments
    self.prepare = prepare
  }

  /// Returns the situation as it is for somebody who has been in others before; unless it begins on a screen of its
  /// own, it begins at the place.
  public func following(_ earlier: [Situation], opening place: String? = nil) -> Situation {
    Situation(
      name, summary, opening: self.place ?? place, arguments: earlier.flatMap(\.arguments) + arguments
    ) { data in
      for situation in earlier { try situation.prepare(data) }
      try prepare(data)
    }
  }
}
