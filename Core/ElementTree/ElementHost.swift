/// A running app, as a display sees it: something with a tree of elements that takes actions.
@MainActor
public protocol ElementHost: AnyObject {
  /// What the app shows now.
  var tree: Element { get }
  /// What is shown beside the app; nil as a rule.
  var banner: Banner? { get }
  /// Performs the action and draws what it changed, or throws and changes nothing.
  func perform(_ action: Action) throws(ActionError)
  /// Offers a key to whatever takes it wherever the keyboard is, such as a button with a shortcut. Returns whether
  /// the key was taken.
  func offer(_ stroke: KeyStroke) -> Bool
  /// Draws the current screen, and every later change, on the display.
  func attach(_ display: any ElementDisplay)
  /// Stops drawing on the display.
  func detach(_ display: any ElementDisplay)
  /// Whether work is under way that the user waits for.
  var isBusy: Bool { get }
  /// Returns once no work is under way and the last change is drawn.
  func settle() async
}

extension ElementHost {
  public var banner: Banner? { nil }
  public func offer(_ stroke: KeyStroke) -> Bool { false }
  public var isBusy: Bool { false }
}

/// A place where an app's elements are shown.
@MainActor
public protocol ElementDisplay: AnyObject {
  /// Shows the tree, replacing the previous one.
  func draw(_ tree: Element)
}
