/// What kind of element it is, in the words that accessibility interfaces use.
public enum Role: String, Sendable, Codable, CaseIterable {
  /// The whole of what an app shows.
  case window
  /// One full page of an app; its identifier names the page.
  case screen
  /// Elements that belong together.
  case group
  /// Text to read.
  case text
  /// Something to press.
  case button
  /// A line of text to edit.
  case textField
  /// A line of text to edit that nobody may read over a shoulder.
  case secureField
  /// A switch that is on or off.
  case toggle
  /// Rows that scroll.
  case list
  /// One row of a list, which can be pressed.
  case cell
  /// How much of a task is done.
  case progress
  /// A picture, drawn in characters; its label says what it shows.
  case image
  /// A message that stands above the screen until it is answered.
  case alert
  /// A row of tabs.
  case tabBar
  /// One of the tabs in a tab bar.
  case tab

  /// Whether a person can press an element of this role.
  public var isTappable: Bool {
    switch self {
    case .button, .toggle, .cell, .tab: true
    default: false
    }
  }

  /// Whether a person can type into an element of this role.
  public var isEditable: Bool { self == .textField || self == .secureField }

  /// Whether an element of this role answers to any action.
  public var takesActions: Bool { isTappable || isEditable }
}

/// What an element means beyond its role; displays turn the meaning into colour, weight and place.
public enum Trait: String, Sendable, Codable, CaseIterable {
  /// A title.
  case heading
  /// Of less importance than its surroundings.
  case secondary
  /// Good news.
  case success
  /// Something to look at.
  case warning
  /// Something wrong that the person can put right.
  case failure
  /// The action that most people will want.
  case primary
  /// An action that takes something away.
  case destructive
  /// The children stand side by side rather than one below the other.
  case row
  /// The screen can be left by going back.
  case allowsBack
  /// What stands above the screen, in a place of its own, and above an alert too.
  case floating
}
