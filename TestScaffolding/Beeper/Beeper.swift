#if DEBUG
/// Broadcasts without content between the processes of one user, known by a name: beeps.
///
/// ```swift
/// let registration = try beeper.registerBeepHandler(identifier: "shop.refresh") { … }
/// try beeper.beep(identifier: "shop.refresh")
/// ```
///
/// Every process that is registered under the name hears the beep, the sender's own included. Beeps that nobody has
/// taken up yet may become one.
public struct Beeper: Sendable {
  let environment: [String: String]

  /// Creates a beeper for the processes that have the same runtime folder in their environment.
  public init(environment: [String: String]) { self.environment = environment }

  /// Sends a beep and returns how many registrations it reached, where the system tells.
  @discardableResult
  public func beep(identifier: String) throws(BeepError) -> Int? {
    try send(BeepName(identifier))
  }

  /// Calls the handler, on a thread of its own, for each beep with the identifier, as long as the registration lives.
  public func registerBeepHandler(
    identifier: String, handler: @escaping @Sendable () -> Void
  ) throws(BeepError) -> BeepRegistration {
    try listen(BeepName(identifier), handler)
  }
}
#endif
