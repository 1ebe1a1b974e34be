/// The screens that a person has walked through; the top one is shown.
public nonisolated struct NavigationStack<Route: Hashable>: Equatable {
  /// The screen at the bottom, which cannot be left by going back.
  public private(set) var root: Route
  /// The screens above the root.
  public private(set) var path: [Route]

  /// Starts at a screen.
  public init(root: Route, path: [Route] = []) {
    self.root = root
    self.path = path
  }

  /// The screen that is shown.
  public var top: Route { path.last ?? root }
  /// Whether there is a screen to go back to.
  public var canGoBack: Bool { !path.isEmpty }

  /// Shows a screen on top of the current one.
  public mutating func push(_ route: Route) { path.append(route) }
  /// Goes back to the screen below, unless the root is shown.
  public mutating func pop() { _ = path.popLast() }
  /// Starts again at a root screen, with the given screens on top of it.
  public mutating func replace(root: Route, path: [Route] = []) {
    self.root = root
    self.path = path
  }
}

extension NavigationStack: Sendable where Route: Sendable {}
extension NavigationStack: Codable where Route: Codable {}
