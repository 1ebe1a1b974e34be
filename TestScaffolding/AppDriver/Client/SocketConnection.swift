#if DEBUG
package import LocalHTTP
package import OperatingSystem

/// Why a request got no answer.
package enum TransportError: Error, CustomStringConvertible {
  /// Nobody took the connection.
  case unreachable(path: String, SystemError)
  /// The connection was waiting to be taken until the time was over.
  case notAccepted(path: String)
  /// Somebody else than the app took the connection; nothing is found where the kernel does not say who.
  case foreignServer(path: String, expected: Int32, found: Int32?)
  /// The app closed the connection before the answer was whole.
  case closed(requestMayHaveArrived: Bool)
  case timeout(Duration)
  case malformed(MalformedResponseError)
  case system(SystemError)

  package var description: String {
    switch self {
    case .unreachable(let path, let error): "Nobody serves the socket \(path): \(error)."
    case .notAccepted(let path): "The app does not accept connections at \(path); it may hang."
    case .foreignServer(let path, let expected, let found):
      "The socket \(path) is served by \(found.map { "process \($0)" } ?? "an unknown process"), "
        + "not by \(expected), which was started here."
    case .closed(let mayHaveArrived):
      "The app closed the connection without an answer"
        + (mayHaveArrived ? "; the request may have been carried out." : " before it took the request.")
    case .timeout(let duration): "The app did not answer within \(duration)."
    case .malformed(let error): "\(error)"
    case .system(let error): "The connection failed: \(error)."
    }
  }
}

/// One connection to the app.
final class SocketConnection: Sendable {
  private let socket: Descriptor
  /// The process that listens at the other end, as the kernel knows it; it does not for TCP, nor across containers.
  let peer: Int32?

  init(to address: SocketAddress, until deadline: Deadline) throws(TransportError) {
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

  /// Whether the app has closed the connection, or spoken out of turn.
  var isStale: Bool {
    (try? Descriptor.poll([(socket, .reading)], until: Deadline(in: .zero))[0].isEmpty) != true
  }

  /// Sends the request and waits for its answer.
  func exchange(
    _ request: [UInt8], within limit: Duration, until deadline: Deadline
  ) throws(TransportError) -> ControlResponse {
    try send(request, within: limit, until: deadline)
    var parser = HTTPResponseParser()
    while true {
      try wait(for: .reading, within: limit, until: deadline)
      let arrived = try call { () throws(SystemError) in try socket.readSome() }
      guard let bytes = arrived else { continue }
      if bytes.isEmpty { throw .closed(requestMayHaveArrived: true) }
      do throws(MalformedResponseError) {
        if let response = try parser.take(bytes) { return response }
      } catch {
        throw .malformed(error)
      }
    }
  }

  private func send(_ request: [UInt8], within limit: Duration, until deadline: Deadline)
    throws(TransportError)
  {
    var rest = request[...]
    while !rest.isEmpty {
      let hasBegun = rest.count < request.count
      let count = try call(requestMayHaveArrived: hasBegun) { () throws(SystemError) in
        try socket.sendNow(rest)
      }
      rest = rest.dropFirst(count)
      if count == 0 { try wait(for: .writing, within: limit, until: deadline) }
    }
  }

  private func wait(
    for readiness: Readiness, within limit: Duration, until deadline: Deadline
  ) throws(TransportError) {
    let ready = try call { () throws(SystemError) in
      try Descriptor.poll([(socket, readiness)], until: deadline)
    }
    if ready[0].isEmpty { throw .timeout(limit) }
  }

  /// Makes a call of the system, and says what its failure means for the request.
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
