#if DEBUG
/// A value to walk from, and what reports call it.
public struct GraphRoot {
  let name: String
  let value: Any

  /// Creates a root; without a name, an object is called by its class, other values by their type.
  public init(_ value: Any, name: String? = nil) {
    self.value = value
    self.name = name ?? (type(of: value) is AnyClass ? "" : "\(type(of: value))")
  }
}
#endif
