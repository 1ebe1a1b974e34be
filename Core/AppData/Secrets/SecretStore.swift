/// Keeps secrets by their addresses.
public protocol SecretStore: Sendable {
  /// Keeps a secret, in place of an earlier one.
  func set(_ secret: Secret, for item: SecretItem) throws
  /// Reads a secret, or answers nil when there is none.
  func read(_ item: SecretItem) throws -> Secret?
  /// Removes a secret, if there is one.
  func remove(_ item: SecretItem) throws
  /// Lists the addresses of all secrets of a class, sorted by service and account.
  func items(ofClass itemClass: SecretClass) throws -> [SecretItem]
}
