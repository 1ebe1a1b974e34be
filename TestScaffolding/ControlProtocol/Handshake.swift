#if DEBUG
package import Foundation

/// The version of the wire: a client and an app that differ in it refuse each other.
public enum ControlVersion {
  /// The version that this code speaks.
  public static let current = 2
}

/// A message by which two sides find out whether they understand each other.
package protocol VersionedMessage: Decodable {}

extension VersionedMessage {
  /// Reads a message; one of another version is told as that, whatever else it holds.
  package static func decoded(from data: Data) throws -> Self {
    let version = try JSONDecoder().decode(VersionOnly.self, from: data).version
    guard version == ControlVersion.current else { throw OtherVersionError(version: version) }
    return try JSONDecoder().decode(Self.self, from: data)
  }
}

private struct VersionOnly: Decodable { let version: Int }

/// The other side speaks another version of the wire.
package struct OtherVersionError: Error, CustomStringConvertible {
  let version: Int

  package var description: String {
    "version \(version) of the wire; this driver speaks \(ControlVersion.current). Build both from one checkout"
  }
}

extension Handshake: VersionedMessage {}
extension StatusReply: VersionedMessage {}

/// What an app tells the process that started it, once it is ready.
public struct Handshake: Codable, Sendable, Equatable {
  /// The version of the wire that the app speaks.
  public var version: Int
  /// The name of the app.
  public var app: String
  /// The process that speaks.
  public var pid: Int32
  /// A secret of this very process; `GET /status` repeats it, and a request over TCP carries it.
  public var token: String
  /// The path of the socket that the app serves, if it serves one.
  public var socket: String?
  /// The address that the app serves on the loopback interface, if it does: `http://127.0.0.1:1234`.
  public var url: String?

  /// Creates a handshake.
  public init(
    version: Int = ControlVersion.current, app: String, pid: Int32, token: String, socket: String? = nil,
    url: String? = nil
  ) {
    self.version = version
    self.app = app
    self.pid = pid
    self.token = token
    self.socket = socket
    self.url = url
  }
}
#endif
