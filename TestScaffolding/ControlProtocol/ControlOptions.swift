#if DEBUG
/// The words by which a test speaks to an app on its command line.
public enum ControlOptions {
  /// Serves a Unix-domain socket at the path that follows.
  public static let socket = "--control-socket"
  /// Serves the loopback port that follows; 0 picks a free one.
  public static let port = "--control-port"
  /// Runs without a terminal.
  public static let headless = "--headless"
  /// Writes one line of JSON, a `Handshake`, to the inherited descriptor that follows, once the app is drawn.
  public static let readyDescriptor = "--ready-fd"
  /// Ends the app when the inherited descriptor that follows reads its end: whoever started the app is gone.
  public static let lifelineDescriptor = "--lifeline-fd"
  /// Erases all that the app keeps before it starts.
  public static let resetData = "--ResetData"
  /// Lets the ways in the list that follows ask for a reset: `button,gesture,beep,http`.
  public static let resetOn = "--reset-on"
  /// Says which keys are the gesture: `ctrl-r:3`.
  public static let resetGesture = "--reset-gesture"
}

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
