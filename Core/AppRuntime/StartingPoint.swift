public import AppData

/// A situation that a feature can be started in, such as a user who has been here before.
///
/// Whoever shows a feature off, or looks at one of its states, starts from the data that the closure writes.
public nonisolated struct StartingPoint: Sendable {
  /// The name of the situation: `userAlreadyOnboarded`.
  public let name: String
  /// What the situation is, for people.
  public let summary: String
  /// Launch arguments that belong to the situation.
  public let arguments: [String]
  /// Writes the data that a user in this situation has.
  public let prepare: @Sendable (AppData) throws -> Void

  /// Describes a situation.
  public init(
    _ name: String, _ summary: String, arguments: [String] = [],
    prepare: @escaping @Sendable (AppData) throws -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.arguments = arguments
    self.prepare = prepare
  }
}

extension StartingPoint {
  /// Returns the situation as it is for somebody who has been in others before; unless it names a screen itself, the
  /// link leads there.
  public func following(_ earlier: [StartingPoint], opening link: String? = nil) -> StartingPoint {
    let arguments = earlier.flatMap(\.arguments) + self.arguments
    let namesScreen = arguments.contains(LaunchOption.open.name)
    return StartingPoint(
      name, summary,
      arguments: arguments + (namesScreen ? [] : link.map { [LaunchOption.open.name, $0] } ?? [])
    ) { data in
      for point in earlier { try point.prepare(data) }
      try prepare(data)
    }
  }
}
