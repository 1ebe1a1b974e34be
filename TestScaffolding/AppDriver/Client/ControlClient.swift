#if DEBUG
import ControlProtocol
package import LocalHTTP
import OperatingSystem
import Synchronization

/// Talks to one app over its socket, and keeps a connection for the next request.
///
/// A request that finds the kept connection in use, by a wait in another thread, opens one of its own.
package final class ControlClient: Sendable {
  private let path: String
  private let server: Int32
  private let kept = Mutex<SocketConnection?>(nil)

  /// Creates a client of the socket that the process serves; another process is refused.
  package init(path: String, server: Int32) {
    self.path = path
    self.server = server
  }

  /// Sends a request and returns the answer, whatever its status.
  package func send(
    _ method: String, _ target: String, body: [UInt8] = [], within limit: Duration
  ) throws(TransportError) -> ControlResponse {
    let deadline = Deadline(in: limit)
    let request = Self.bytes(method, target, body: body)
    if let connection = kept.withLock({ $0.take() }), !connection.isStale {
      do {
        return try exchange(request, over: connection, within: limit, until: deadline)
      } catch .closed(let mayHaveArrived) where method == "GET" || !mayHaveArrived {
        // The app closed the kept connection just now: a new one takes the request, this once.
      }
    }
    let connection = try SocketConnection(to: .unixSocket(path), until: deadline)
    guard let peer = connection.peer, peer == server else {
      throw .foreignServer(path: path, expected: server, found: connection.peer)
    }
    return try exchange(request, over: connection, within: limit, until: deadline)
  }

  private func exchange(
    _ request: [UInt8], over connection: SocketConnection, within limit: Duration, until deadline: Deadline
  ) throws(TransportError) -> ControlResponse {
    let response = try connection.exchange(request, within: limit, until: deadline)
    if response.keepsAlive { kept.withLock { $0 = connection } }
    return response
  }

  /// Sends one request over the loopback interface, with the token that the server asks for.
  static func sendOverTCP(
    _ method: String, _ target: String, body: [UInt8], port: UInt16, token: String, within limit: Duration
  ) throws(TransportError) -> ControlResponse {
    let deadline = Deadline(in: limit)
    let headers = "Host: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n"
    return try SocketConnection(to: .loopback(port: port), until: deadline)
      .exchange(bytes(method, target, headers: headers, body: body), within: limit, until: deadline)
  }

  private static func bytes(
    _ method: String, _ target: String, headers: String = "Host: localhost\r\n", body: [UInt8]
  ) -> [UInt8] {
    var head = "\(method) \(target) HTTP/1.1\r\n" + headers
    if method == "POST" {
      head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + body
  }
}
#endif
