public import AppData

/// A situation that a feature can be started in, such as a user who has finished onboarding.
///
/// It shows a feature in one of its states: the app starts with the data that `prepare` writes.
public nonisolated struct Situation: Sendable {
  /// The name of the situation, such as `userAlreadyOnboarded`.
  public let name: String
  /// The description of the situation, for people.
  public let summary: String
  /// What the situation belongs to in an app with many of them, such as a feature; nil where all belong together.
  public let topic: String?
  /// The screen to begin on, if it is not the first one: `shop/basket`, as in a link after `://`.
  public let place: String?
  /// The launch arguments that belong to the situation.
  public let arguments: [String]
  /// Writes the data that a user in this situation has.
  public let prepare: @Sendable (AppData) throws -> Void

  /// Describes a situation.
  public init(
    _ name: String, _ summary: String, topic: String? = nil, opening place: String? = nil,
    arguments: [String] = [],
    prepare: @escaping @Sendable (AppData) throws -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.topic = topic
    self.place = place
    self.arguments = arguments
    self.prepare = prepare
  }

  /// Returns the situation for a user who has been in earlier ones, with their data and arguments. It begins at its
  /// own place or, if it has none, at the given one.
  public func following(
    _ earlier: [Situation], topic: String? = nil, opening place: String? = nil
  ) -> Situation {
    Situation(
      name, summary, topic: topic ?? self.topic, opening: self.place ?? place,
      arguments: earlier.flatMap(\.arguments) + arguments
    ) { data in
      for situation in earlier { try situation.prepare(data) }
      try prepare(data)
    }
  }
}
