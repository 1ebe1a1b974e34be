#if DEBUG
/// Which requests of an app are meant: a method, and a path or a whole address.
///
/// `.get("/menu")` means that path on any server, `.get("https://kitchen.example/menu")` on that one. A `*` in the path stands
/// for any characters. A query lists what a request has to ask for: `/menu?lang=de` means `/menu?page=2&lang=de`, too.
public struct NetworkTarget: Sendable, Equatable, CustomStringConvertible {
  /// The target as it is written: `GET /menu`.
  public let description: String

  /// Requests with that method.
  public init(_ method: String, _ address: String) { description = "\(method) \(address)" }

  /// Requests that get something.
  public static func get(_ address: String) -> Self { Self("GET", address) }
  /// Requests that send something new.
  public static func post(_ address: String) -> Self { Self("POST", address) }
  /// Requests that put something in its place.
  public static func put(_ address: String) -> Self { Self("PUT", address) }
  /// Requests that change a part of something.
  public static func patch(_ address: String) -> Self { Self("PATCH", address) }
  /// Requests that delete something.
  public static func delete(_ address: String) -> Self { Self("DELETE", address) }
  /// Requests with any method.
  public static func any(_ address: String) -> Self { Self("*", address) }
}
#endif
