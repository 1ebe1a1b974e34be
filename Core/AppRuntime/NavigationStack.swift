/// The screens that a person has walked through, the one on top in sight.
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

  /// The screen in sight.
  public var top: Route { path.last ?? root }
  /// Whether there is a screen below the one in sight.
  public var canGoBack: Bool { !path.isEmpty }

  /// Puts a screen above the one in sight.
  public mutating func push(_ route: Route) { path.append(route) }
  /// Takes the screen in sight away, unless it is the root.
  public mutating func pop() { _ = path.popLast() }
  /// Begins again at a screen, with nothing to go back to.
  public mutating func replace(root: Route, path: [Route] = []) {
    self.root = root
    self.path = path
  }
}

extension NavigationStack: Sendable where Route: Sendable {}
extension NavigationStack: Codable where Route: Codable {}
