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
