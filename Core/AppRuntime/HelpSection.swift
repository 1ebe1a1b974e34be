/// A part of what an app prints about itself.
public struct HelpSection {
  /// A word or a line to type, and what it does.
  public nonisolated struct Entry: Equatable, Sendable {
    /// What is typed.
    public let term: String
    /// What it does.
    public let meaning: String

    /// Describes what can be typed.
    public init(_ term: String, _ meaning: String) {
      self.term = term
      self.meaning = meaning
    }
  }

  /// The heading.
  public let title: String
  /// The option that prints the section alone; nil for a section that `--help` prints.
  public let option: LaunchOption?
  /// Makes the entries.
  public let entries: () -> [Entry]

  /// Describes a section.
  public init(_ title: String, option: LaunchOption? = nil, entries: @escaping () -> [Entry]) {
    self.title = title
    self.option = option
    self.entries = entries
  }
}

/// A place in the app that links lead to: in `scheme://place/in/the/app`, everything after `://`.
public nonisolated struct LinkedPlace: Equatable, Sendable {
  /// The place, as an example that can be opened: `shop/items/ramen`.
  public let place: String
  /// What is there, for people.
  public let summary: String

  /// Describes a place.
  public init(_ place: String, _ summary: String) {
    self.place = place
    self.summary = summary
  }
}
