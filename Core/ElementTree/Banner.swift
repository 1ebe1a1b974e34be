/// A line that is shown beside an app as long as something holds: an address under which it can be reached, a
/// connection that is down. It belongs to none of the app's screens.
public struct Banner: Hashable, Sendable {
  /// What the line says.
  public let title: String
  /// The address that it leads to.
  public let link: String?

  /// Describes a line.
  public init(_ title: String, link: String? = nil) {
    self.title = title
    self.link = link
  }
}
