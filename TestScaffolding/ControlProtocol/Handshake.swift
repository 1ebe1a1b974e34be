#if DEBUG
/// The version of the protocol between test and app. A client and an app with different versions refuse each other.
public enum ControlVersion {
  /// The version that this code implements.
  public static let current = 2
}

/// A message that states the protocol version of its sender.
package protocol VersionedMessage: Decodable {}

extension VersionedMessage {
  /// Reads a message. If its version is another one, throws an error that says so, whatever else the message holds.
  package static func decoded(from bytes: [UInt8]) throws -> Self {
    let version = try WireJSON.decode(VersionOnly.self, from: bytes).version
    guard version == ControlVersion.current else { throw OtherVersionError(version: version) }
    return try WireJSON.decode(from: bytes)
  }
}

private struct VersionOnly: Decodable { let version: Int }

/// The other side has another version of the protocol.
package struct OtherVersionError: Error, CustomStringConvertible {
  let version: Int

  package var description: String {
    "version \(version) of the protocol; this driver speaks \(ControlVersion.current). Build both from one checkout"
  }
}

extension Handshake: VersionedMessage {}
extension StatusReply: VersionedMessage {}

/// What an app reports, once it is ready, to the process that started it.
public struct Handshake: Codable, Sendable, Equatable {
  /// The app's protocol version.
  public var version: Int
  /// The name of the app.
  public var app: String
  /// The identifier of the app's process.
  public var pid: Int32
  /// A secret of this process. `GET /status` returns it, and requests over TCP must carry it.
  public var token: String
  /// The path of the control socket, if the app serves one.
  public var socket: String?
  /// The URL of the loopback server, if the app has one: `http://127.0.0.1:1234`.
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
