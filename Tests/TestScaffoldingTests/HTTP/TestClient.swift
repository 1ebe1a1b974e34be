#if DEBUG
import Glibc
import Testing
@testable import TestScaffolding

/// A client that says exactly what it is told to, and waits for the server no longer than a deadline.
final class TestClient {
  struct Failure: Error {
    var call: String
    var code: Int32
    var receivedSoFar: String
  }

  struct Reply: Equatable {
    var status: Int
    var head: String
    var body: String
  }

  private let socket: Descriptor
  private var received: [UInt8] = []

  init(_ address: ControlAddress) throws {
    switch address {
    case .unixSocket(let path):
      var target = sockaddr_un()
      target.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: path.utf8) }
      socket = try Self.connected(AF_UNIX, target)
    case .loopback(let port):
      var target = sockaddr_in()
      target.sin_family = sa_family_t(AF_INET)
      target.sin_port = port.bigEndian
      target.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      socket = try Self.connected(AF_INET, target)
    }
  }

  private static func connected<Address>(_ domain: Int32, _ target: Address) throws -> Descriptor {
    let socket = Descriptor(
      adopting: Glibc.socket(domain, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
    guard Descriptor.withAddress(target, { connect(socket.number, $0, $1) }) == 0 else {
      throw Failure(call: "connect", code: errno, receivedSoFar: "")
    }
    return socket
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
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
  func finishSending() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// The next reply, framed by its length.
  func reply() throws -> Reply {
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if let match = text.prefixMatch(of: /HTTP\/1\.1 (\d+) (?s:.*?)\r\n\r\n/) {
        let head = String(match.output.0)
        let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
        let end = head.utf8.count + length
        if received.count >= end {
          let body = String(decoding: received[head.utf8.count..<end], as: UTF8.self)
          received.removeSubrange(..<end)
          return Reply(status: Int(match.output.1) ?? 0, head: head, body: body)
        }
      }
      guard try receiveMore() else { throw failure("recv: the server has closed the connection") }
    }
  }

  /// Everything that comes until the server closes.
  func rest() throws -> String {
    while try receiveMore() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  func get(_ path: String) throws -> Reply {
    try send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try reply()
  }

  /// Waits for the server to end the connection, and reads nothing.
  func waitForHangUp() throws { try wait(for: 0) }

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
    guard poll(&polled, 1, 20_000) == 1 else { throw failure("poll") }
  }

  private func failure(_ call: String) -> Failure {
    Failure(call: call, code: errno, receivedSoFar: String(decoding: received.prefix(2000), as: UTF8.self))
  }
}
#endif
