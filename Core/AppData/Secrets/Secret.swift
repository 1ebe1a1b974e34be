public import Foundation

/// Bytes that must not be shown: neither printing nor dumping a secret gives them away.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The bytes themselves.
  public let bytes: Data

  /// Wraps bytes.
  public init(_ bytes: Data) { self.bytes = bytes }

  /// Wraps text.
  public init(_ text: String) { bytes = Data(text.utf8) }

  public var description: String { "Secret(hidden)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The five classes of secrets, as in a keychain.
public enum SecretClass: String, Codable, CaseIterable, Sendable {
  /// A password for an app or a service.
  case genericPassword
  /// A password for a server.
  case internetPassword
  /// A certificate.
  case certificate
  /// A cryptographic key.
  case key
  /// A certificate with its private key.
  case identity
}

/// The address under which one secret is stored.
public struct SecretItem: Codable, Hashable, Sendable, CustomStringConvertible {
  /// What kind of secret it is.
  public let itemClass: SecretClass
  /// The service it is for.
  public let service: String
  /// The account it belongs to.
  public let account: String

  /// Makes an address.
  public init(_ itemClass: SecretClass, service: String, account: String) {
    self.itemClass = itemClass
    self.service = service
    self.account = account
  }

  public var description: String { "\(itemClass.rawValue) of \"\(account)\" for \"\(service)\"" }
}
