#if DEBUG
/// A value to walk from, and what reports call it.
public struct GraphRoot {
  let name: String
  let value: Any

  /// Creates a root; reports say the type of the value where there is no name.
  public init(_ value: Any, name: String? = nil) {
    self.value = value
    self.name = name ?? "\(type(of: value))"
  }
}
#endif
