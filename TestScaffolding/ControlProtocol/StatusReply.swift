#if DEBUG
/// The version of the protocol between test and app. A client and an app with different versions refuse each other.
public enum ControlVersion {
  /// The version that this code implements.
  public static let current = 3
}

/// How an app is: the answer to `GET /status`, and what it reports, once it is drawn, to the process that started it.
public struct StatusReply: Codable, Sendable, Equatable {
  public var version: Int
  public var app: String
  public var appVersion: String
  public var pid: Int32
  /// A secret of this process, which requests over TCP must carry.
  public var token: String
  /// The path of the control socket, if the app serves one.
  public var socket: String?
  /// The URL of the loopback server, if the app has one: `http://127.0.0.1:1234`.
  public var url: String?
  public var generation: Int
  /// The identifier of the visible screen.
  public var screen: String?
  /// What the app is busy with: names, each with the line of code that started the work.
  public var busy: [String]
  public var launchArguments: [String]
  public var clock: ClockState
  /// Whether nothing has happened to the app since its latest reset: no action, no key, nothing drawn anew.
  public var untouched: Bool
  /// The test that has failed and waits with the app as it is.
  public var pause: PauseNote?

  public init(
    version: Int = ControlVersion.current, app: String, appVersion: String, pid: Int32, token: String,
    socket: String? = nil, url: String? = nil, generation: Int, screen: String?, busy: [String],
    launchArguments: [String], clock: ClockState, untouched: Bool, pause: PauseNote? = nil
  ) {
    self.version = version
    self.app = app
    self.appVersion = appVersion
    self.pid = pid
    self.token = token
    self.socket = socket
    self.url = url
    self.generation = generation
    self.screen = screen
    self.busy = busy
    self.launchArguments = launchArguments
    self.clock = clock
    self.untouched = untouched
    self.pause = pause
  }

  /// Reads a status. If its version is another one, throws an error that says so, whatever else it holds.
  package static func decoded(from bytes: [UInt8]) throws -> StatusReply {
    struct VersionOnly: Decodable { let version: Int }
    let version = try WireJSON.decode(VersionOnly.self, from: bytes).version
    guard version == ControlVersion.current else { throw OtherVersionError(version: version) }
    return try WireJSON.decode(from: bytes)
  }
}

/// The other side has another version of the protocol.
package struct OtherVersionError: Error, CustomStringConvertible {
  let version: Int

  package var description: String {
    "version \(version) of the protocol; this driver speaks \(ControlVersion.current). Build both from one checkout"
  }
}
#endif
