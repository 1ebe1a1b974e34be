/// The kind of an element, in the words that accessibility interfaces use.
public enum Role: String, Sendable, Codable, CaseIterable {
  /// Everything that an app shows.
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
  /// A line of text to edit that is shown as dots.
  case secureField
  /// A switch that is on or off.
  case toggle
  /// One of several answers, of which one is chosen.
  case radioButton
  /// Rows that scroll.
  case list
  /// One row of a list, which can be pressed.
  case cell
  /// A bar that shows how much of a task is done.
  case progress
  /// A picture, drawn in characters; its label says what it shows.
  case image
  /// A message that stands above the screen until it is answered.
  case alert
  /// A row of tabs.
  case tabBar
  /// One of the tabs in a tab bar.
  case tab

  /// The word as people write it: `text field`.
  package var spoken: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? " " + $1.lowercased() : String($1) }
  }

  /// The word with its article: `an image`.
  package var named: String { "aeiou".contains(rawValue.prefix(1)) ? "an \(rawValue)" : "a \(rawValue)" }

  /// Whether a person can press an element of this role.
  public var isTappable: Bool {
    switch self {
    case .button, .toggle, .radioButton, .cell, .tab: true
    default: false
    }
  }

  /// Whether a person can type into an element of this role.
  public var isEditable: Bool { self == .textField || self == .secureField }

  /// Whether elements of this role take any action.
  public var takesActions: Bool { isTappable || isEditable }
}

/// What an element means beyond its role; displays turn the meaning into colour, weight and place.
public enum Trait: String, Sendable, Codable, CaseIterable {
  /// A title.
  case heading
  /// Of less importance than its surroundings.
  case secondary
  /// A message that something succeeded.
  case success
  /// A message that needs attention.
  case warning
  /// An error that the person can correct.
  case failure
  /// The action that most people will choose.
  case primary
  /// An action that erases, ends or cancels something.
  case destructive
  /// The children stand side by side rather than one below the other.
  case row
  /// The screen can be left by going back.
  case allowsBack
  /// Something was typed on the screen that is lost when the app ends now.
  case unsaved
  /// The element stands above the screen, in a place of its own, and above an alert too.
  case floating
}
