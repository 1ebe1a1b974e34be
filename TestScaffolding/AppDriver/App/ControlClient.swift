#if DEBUG
package import ControlProtocol
package import LocalHTTP
package import OperatingSystem
import Synchronization

/// Talks to one app over its socket, and keeps the connection for the next request.
///
/// If the kept connection is in use, for example by a wait in another thread, a request opens its own.
package final class ControlClient: Sendable {
  private let door: AppDoor
  /// Becomes readable when nobody waits for answers any more.
  private let cancellation: Descriptor?
  private let kept = Mutex<SocketConnection?>(nil)

  /// Creates a client for the socket that the given process serves. Refuses to talk to any other process.
  package convenience init(path: String, server: Int32) { self.init(through: .socket(path, server: server)) }

  package init(through door: AppDoor, until cancellation: Descriptor? = nil) {
    (self.door, self.cancellation) = (door, cancellation)
  }

  /// A client that waits for answers in any case.
  var uncancelled: ControlClient { cancellation == nil ? self : ControlClient(through: door) }

  /// Asks who serves this.
  package func status(within limit: Duration) throws -> StatusReply {
    try StatusReply.decoded(from: send("GET", ControlRoute.status.path, within: limit).body)
  }

  /// Sends a request and returns the answer, whatever its status.
  package func send(
    _ method: String, _ target: String, body: [UInt8] = [], within limit: Duration
  ) throws(TransportError) -> ControlResponse {
    let deadline = Deadline(in: limit)
    let request = Self.bytes(method, target, headers: door.headers, body: body)
    if let connection = kept.withLock({ $0.take() }), !connection.isStale {
      do {
        return keep(connection, after: try connection.exchange(request, within: limit, until: deadline))
      } catch .closed(let mayHaveArrived) where method == "GET" || !mayHaveArrived {
        // The app closed the kept connection in the meantime; try once more with a new one.
      }
    }
    let connection = try connection(within: limit, until: deadline)
    return keep(connection, after: try connection.exchange(request, within: limit, until: deadline))
  }

  /// Connects, for the first request.
  func connect(within limit: Duration, until deadline: Deadline) throws(TransportError) {
    let connection = try connection(within: limit, until: deadline)
    kept.withLock { $0 = connection }
  }

  private func connection(
    within limit: Duration, until deadline: Deadline
  ) throws(TransportError) -> SocketConnection {
    let connection = try SocketConnection(to: door.address, until: deadline, or: cancellation)
    switch door {
    case .socket(let path, let server):
      guard connection.peer == server else {
        throw .foreignServer(path: path, expected: server, found: connection.peer)
      }
    case .loopback(let port, let token):
      try Self.verify(connection, port: port, token: token, within: limit, until: deadline)
    }
    return connection
  }

  /// Asks for a proof that the server knows the token, on the connection that the token will be sent on.
  private static func verify(
    _ connection: SocketConnection, port: UInt16, token: String, within limit: Duration,
    until deadline: Deadline
  ) throws(TransportError) {
    let host = AppDoor.host(port)
    let nonce = ControlToken.random().text
    let request = bytes(
      "GET", "\(TokenProof.path)?\(TokenProof.nonce)=\(nonce)", headers: "Host: \(host)\r\n", body: [])
    let answer = try connection.exchange(request, within: limit, until: deadline)
    let expected = TokenProof(host: host, nonce: nonce, token: token)
    guard answer.keepsAlive, (try? WireJSON.decode(TokenProof.self, from: answer.body)) == expected else {
      throw .unproved(host: host)
    }
  }

  private func keep(_ connection: SocketConnection, after response: ControlResponse) -> ControlResponse {
    if response.keepsAlive { kept.withLock { $0 = connection } }
    return response
  }

  private static func bytes(
    _ method: String, _ target: String, headers: String, body: [UInt8]
  ) -> [UInt8] {
    var head = "\(method) \(target) HTTP/1.1\r\n" + headers
    if method == "POST" {
      head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + body
  }
}

/// By which way an app is reached.
package enum AppDoor: Sendable {
  /// Its control socket, which only that process may serve.
  case socket(String, server: Int32)
  /// Its port, with the token that it requires. Nobody knows which process answers, so it has to prove that it has the token.
  case loopback(port: UInt16, token: String)

  var address: SocketAddress {
    switch self {
    case .socket(let path, _): .unixSocket(path)
    case .loopback(let port, _): .loopback(port: port)
    }
  }

  fileprivate static func host(_ port: UInt16) -> String { "127.0.0.1:\(port)" }

  var headers: String {
    switch self {
    case .socket: "Host: localhost\r\n"
    case .loopback(let port, let token): "Host: \(Self.host(port))\r\nAuthorization: Bearer \(token)\r\n"
    }
  }
}

/// Why a request got no answer.
package enum TransportError: Error, CustomStringConvertible {
  /// Nothing listens at the path.
  case unreachable(path: String, SystemError)
  /// The app did not accept the connection in time.
  case notAccepted(path: String)
  /// Another process than the app accepted the connection. `found` is nil if the kernel does not say which.
  case foreignServer(path: String, expected: Int32, found: Int32?)
  /// Another program than the app has its port, or one that does not know the app's token.
  case unproved(host: String)
  /// The app closed the connection before the answer was complete.
  case closed(requestMayHaveArrived: Bool)
  case timeout(Duration)
  /// Nobody waits for the answer any more.
  case cancelled
  case malformed(HTTPMessageError)
  case system(SystemError)

  /// Whether the app lets requests wait for ever.
  var isOfHangingApp: Bool {
    switch self {
    case .notAccepted, .timeout: true
    case .unreachable, .foreignServer, .unproved, .closed, .cancelled, .malformed, .system: false
    }
  }

  /// Whether nobody is there, or another than the app.
  package var isOfAbsentApp: Bool {
    switch self {
    case .unreachable, .foreignServer, .unproved: true
    case .notAccepted, .timeout, .closed, .cancelled, .malformed, .system: false
    }
  }

  package var description: String {
    switch self {
    case .unreachable(let path, let error): "Nobody serves the socket \(path): \(error)."
    case .notAccepted(let path): "The app does not accept connections at \(path); it may hang."
    case .foreignServer(let path, let expected, let found):
      "The socket \(path) is served by \(found.map { "process \($0)" } ?? "an unknown process"), "
        + "not by \(expected), which was started here."
    case .unproved(let host):
      "Who answers at \(host) does not know the app's token; it was sent nothing else."
    case .closed(let mayHaveArrived):
      "The app closed the connection without an answer"
        + (mayHaveArrived ? "; the request may have been carried out." : " before it took the request.")
    case .timeout(let duration): "The app did not answer within \(duration)."
    case .cancelled: "Nobody waits for the answer any more."
    case .malformed(let error): "The answer is not valid HTTP: \(error.problem)."
    case .system(let error): "The connection failed: \(error)."
    }
  }
}

/// One connection to the app.
final class SocketConnection: Sendable {
  private let socket: Descriptor
  private let cancellation: Descriptor?
  /// The process that listens at the other end, if the kernel knows it: not over TCP, and not across containers.
  let peer: Int32?

  init(
    to address: SocketAddress, until deadline: Deadline, or cancellation: Descriptor? = nil
  ) throws(TransportError) {
    self.cancellation = cancellation
    do {
      socket = try Descriptor.connection(to: address, until: deadline)
    } catch {
      if error.call == "connect", error.wouldWait { throw .notAccepted(path: "\(address)") }
      throw .unreachable(path: "\(address)", error)
    }
    guard case .unixSocket = address, let peer = socket.peer, peer.process != 0 else {
      self.peer = nil
      return
    }
    self.peer = peer.process
  }

  /// Whether the app has closed the connection, or sent something without being asked.
  var isStale: Bool {
    (try? Descriptor.poll([(socket, .reading)], until: Deadline(in: .zero))[0].isEmpty) != true
  }

  /// Sends the request and waits for its answer.
  func exchange(
    _ request: [UInt8], within limit: Duration, until deadline: Deadline
  ) throws(TransportError) -> ControlResponse {
    var rest = request[...]
    while !rest.isEmpty {
      let hasBegun = rest.count < request.count
      let count = try call(requestMayHaveArrived: hasBegun) { () throws(SystemError) in
        try socket.sendNow(rest)
      }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(for: .writing, within: limit, until: deadline) }
    }
    var parser = HTTPResponseParser()
    while true {
      try wait(for: .reading, within: limit, until: deadline)
      let arrived = try call { () throws(SystemError) in try socket.readSome() }
      guard let bytes = arrived else { continue }
      if bytes.isEmpty { throw .closed(requestMayHaveArrived: true) }
      do throws(HTTPMessageError) {
        if let response = try parser.take(bytes) { return response }
      } catch {
        throw .malformed(error)
      }
    }
  }

  private func wait(
    for readiness: Readiness, within limit: Duration, until deadline: Deadline
  ) throws(TransportError) {
    let ready = try call { () throws(SystemError) in
      try Descriptor.poll(
        [(socket, readiness)] + (cancellation.map { [($0, .reading)] } ?? []), until: deadline)
    }
    if ready.count > 1, !ready[1].isEmpty { throw .cancelled }
    if ready[0].isEmpty { throw .timeout(limit) }
  }

  /// Makes a system call, and translates its error into one about the request.
  private func call<Answer>(
    requestMayHaveArrived: Bool = true, _ body: () throws(SystemError) -> Answer
  ) throws(TransportError) -> Answer {
    do throws(SystemError) {
      return try body()
    } catch {
      throw error.isGone ? .closed(requestMayHaveArrived: requestMayHaveArrived) : .system(error)
    }
  }
}
#endif
