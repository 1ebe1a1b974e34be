#if DEBUG
/// Why the scaffolding cannot do what the command line asks of it.
public struct ScaffoldingError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
#endif
