/// A running app, as a display sees it: something with a tree of elements that takes actions.
@MainActor
public protocol ElementHost: AnyObject {
  /// What the app shows now.
  var tree: Element { get }
  /// Does the action and draws what it changed, or throws and changes nothing.
  func perform(_ action: Action) throws(ActionError)
  /// Offers a key to those who listen for it wherever the keyboard is, such as a button with a shortcut; returns whether
  /// it was meant for one of them.
  func offer(_ stroke: KeyStroke) -> Bool
  /// Draws every change on the display from now on, beginning with the screen as it is.
  func attach(_ display: any ElementDisplay)
  /// Draws nothing on the display any more.
  func detach(_ display: any ElementDisplay)
  /// Returns once no work is under way and the last change is drawn.
  func settle() async
}

extension ElementHost {
  public func offer(_ stroke: KeyStroke) -> Bool { false }
}

/// A place where an app's elements are shown.
@MainActor
public protocol ElementDisplay: AnyObject {
  /// Shows the tree in place of the one before.
  func draw(_ tree: Element)
}
