#if DEBUG
/// How much of a graph is walked at most.
public struct WalkLimits: Sendable {
  /// The most objects of all kinds in one walk.
  public var objects: Int
  /// The most elements of one collection.
  public var elements: Int

  /// Creates limits; the default ones are far beyond what an app keeps.
  public init(objects: Int = 20_000_000, elements: Int = 10_000_000) {
    self.objects = objects
    self.elements = elements
  }
}
#endif
