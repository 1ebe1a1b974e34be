#if DEBUG
import Glibc

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

  /// Connects to a Unix-domain socket.
  convenience init(to path: String, until deadline: Deadline) throws(TransportError) {
    try self.init(AF_UNIX, name: path, until: deadline) { socket throws(SystemError) in
      try Self.connect(socket, to: path)
    }
  }

  /// Connects to a port of the loopback interface.
  convenience init(toLoopbackPort port: UInt16, until deadline: Deadline) throws(TransportError) {
    try self.init(AF_INET, name: "127.0.0.1:\(port)", until: deadline) { socket throws(SystemError) in
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      try Self.connect(socket, address)
    }
  }

  private init(
    _ domain: Int32, name: String, until deadline: Deadline,
    connect: (borrowing Descriptor) throws(SystemError) -> Void
  ) throws(TransportError) {
    do {
      socket = Descriptor(
        try Libc.check("socket", Glibc.socket(domain, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)))
      var limit = timeval()
      // Zero would mean no limit at all.
      let milliseconds = max(1, deadline.remainingMilliseconds)
      limit.tv_sec = milliseconds / 1000
      limit.tv_usec = milliseconds % 1000 * 1000
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = try Libc.check("setsockopt", setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size))
      try connect(socket)
      try socket.makeNonBlocking()
      peer = domain == AF_UNIX ? try Self.peer(of: socket) : nil
    } catch let error where error.call == "connect" && [EAGAIN, EINPROGRESS].contains(error.code) {
      throw .notAccepted(path: name)
    } catch {
      throw .unreachable(path: name, error)
    }
  }

  /// Whether the app has closed the connection, or spoken out of turn.
  var isStale: Bool { (try? poll([(socket, POLLIN)], until: Deadline(in: .zero))[0]) != 0 }

  /// Sends the request and waits for its answer.
  func exchange(
    _ request: [UInt8], within limit: Duration, until deadline: Deadline
  ) throws(TransportError) -> ControlResponse {
    do {
      try send(request, within: limit, until: deadline)
      var parser = ResponseParser()
      while true {
        guard try poll([(socket, POLLIN)], until: deadline)[0] != 0 else {
          throw TransportError.timeout(limit)
        }
        guard let bytes = try socket.readSome() else { continue }
        if bytes.isEmpty { throw TransportError.closed(requestMayHaveArrived: true) }
        if let response = try parser.take(bytes) { return response }
      }
    } catch let error as TransportError {
      throw error
    } catch let error as MalformedResponseError {
      throw .malformed(error)
    } catch let error as SystemError where error.code == ECONNRESET {
      throw .closed(requestMayHaveArrived: true)
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw .system(SystemError(call: "exchange", code: EIO))
    }
  }

  private func send(_ request: [UInt8], within limit: Duration, until deadline: Deadline) throws {
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        guard try poll([(socket, POLLOUT)], until: deadline)[0] != 0 else {
          throw TransportError.timeout(limit)
        }
      } else if errno == EPIPE || errno == ECONNRESET {
        throw TransportError.closed(requestMayHaveArrived: sent > 0)
      } else if errno != EINTR {
        throw SystemError(call: "send", code: errno)
      }
    }
  }

  private static func connect(_ socket: borrowing Descriptor, to path: String) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard path.utf8.count < room.count else { return false }
      room.copyBytes(from: path.utf8)
      return true
    }
    guard fits else { throw SystemError(call: "connect", code: ENAMETOOLONG) }
    try connect(socket, address)
  }

  private static func connect<Address>(
    _ socket: borrowing Descriptor, _ address: Address
  ) throws(SystemError) {
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket.number, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    _ = try Libc.check("connect", result)
  }

  private static func peer(of socket: Descriptor) throws(SystemError) -> Int32? {
    // The kernel's record is process, user and group.
    var credentials: (pid: Int32, user: uid_t, group: gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    let result = getsockopt(socket.number, SOL_SOCKET, SO_PEERCRED, &credentials, &size)
    _ = try Libc.check("getsockopt", result)
    return credentials.pid == 0 ? nil : credentials.pid
  }
}
#endif
