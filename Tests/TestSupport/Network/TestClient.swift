package import Glibc
package import OperatingSystem

/// A client that says exactly what it is told to, and waits for the server no longer than a deadline.
package final class TestClient {
  package struct Failure: Error {
    package var call: String
    package var code: Int32
    package var receivedSoFar: String
  }

  package struct Reply: Equatable {
    package var status: Int
    package var head: String
    package var body: String

    package init(status: Int, head: String, body: String) {
      self.status = status
      self.head = head
      self.body = body
    }
  }

  private let socket: Descriptor
  private let address: SocketAddress
  private var received: [UInt8] = []

  package convenience init(_ address: SocketAddress) throws {
    try self.init(preparedFor: address)
    try connect()
  }

  /// Creates a client with its socket, so that it needs no descriptor any more when it connects.
  package init(preparedFor address: SocketAddress) throws {
    self.address = address
    let domain = if case .unixSocket = address { AF_UNIX } else { AF_INET }
    let number = Glibc.socket(domain, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Failure(call: "socket", code: errno, receivedSoFar: "") }
    socket = Descriptor(owning: number)
  }

  package func connect() throws {
    let result =
      switch address {
      case .unixSocket(let path):
        Self.withAddress(sockaddr_un(path: path)) { Glibc.connect(socket.number, $0, $1) }
      case .loopback(let port):
        Self.withAddress(sockaddr_in(loopbackPort: port)) { Glibc.connect(socket.number, $0, $1) }
      }
    guard result == 0 else { throw failure("connect") }
  }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: some Collection<UInt8>) throws {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      try wait(for: POLLOUT)
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count < 0 && errno != EAGAIN { throw failure("send") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Tells the server that nothing more will be sent, and goes on listening.
  package func finishSending() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Goes, also where a process that another test is just starting has a copy of the socket for a moment.
  package func hangUp() { shutdown(socket.number, Int32(SHUT_RDWR)) }

  /// The next reply, framed by its length.
  package func reply() throws -> Reply {
    while true {
      if let end = received.withUnsafeBytes({ $0.firstPlace(of: Array("\r\n\r\n".utf8)) }) {
        let head = String(decoding: received[..<(end + 4)], as: UTF8.self)
        let lines = head.split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        let name = "Content-Length: "
        let length = lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) } ?? 0
        if received.count >= end + 4 + length {
          let body = String(decoding: received[(end + 4)...].prefix(length), as: UTF8.self)
          received.removeFirst(end + 4 + length)
          return Reply(status: words.dropFirst().first.flatMap { Int($0) } ?? 0, head: head, body: body)
        }
      }
      guard try receiveMore() else { throw failure("recv: the server has closed the connection") }
    }
  }

  /// Everything that comes until the server closes.
  package func rest() throws -> String {
    while try receiveMore() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  package func get(_ path: String) throws -> Reply {
    try send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try reply()
  }

  /// Waits for some bytes of an answer, and keeps them.
  package func receiveSome() throws { _ = try receiveMore() }

  /// Waits for the server to end the connection, and reads nothing.
  package func waitForHangUp() throws { try wait(for: 0) }

  private func receiveMore() throws -> Bool {
    try wait(for: POLLIN)
    var space = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(socket.number, &space, space.count, 0)
    if count < 0 { throw failure("recv") }
    received += space[..<count]
    return count > 0
  }

  private func wait(for event: some BinaryInteger) throws {
    var polled = pollfd(fd: socket.number, events: Int16(event), revents: 0)
    // A server of this process answers on the main actor, which all other tests have, too.
    guard Glibc.poll(&polled, 1, 600_000) == 1 else { throw failure("poll") }
  }

  package static func withAddress<Address, Result>(
    _ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  private func failure(_ call: String) -> Failure {
    Failure(call: call, code: errno, receivedSoFar: String(decoding: received.prefix(2000), as: UTF8.self))
  }
}

extension sockaddr_un {
  /// The address of a socket file, with a path that is short enough.
  package init(path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: path.utf8) }
  }
}

extension sockaddr_in {
  fileprivate init(loopbackPort port: UInt16) {
    self.init()
    sin_family = sa_family_t(AF_INET)
    sin_port = port.bigEndian
    sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  }
}
