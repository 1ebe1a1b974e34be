import Foundation
import Glibc
import OperatingSystem
import TestSupport

/// Talks HTTP to a server on 127.0.0.1, with a connection for each request.
package struct LoopbackClient: Sendable {
  package let port: UInt16
  /// How long the server may be silent.
  package var patience: Duration

  package init(port: UInt16, patience: Duration = .seconds(60)) {
    self.port = port
    self.patience = patience
  }

  /// Sends a request and returns the whole answer.
  package func send(_ request: PlainRequest) async throws -> PlainResponse {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try self.exchange(request) })
      }
    }
  }

  /// Does the same on the thread of the caller.
  func exchange(_ request: PlainRequest) throws -> PlainResponse {
    let connection = try LoopbackConnection(port: port, patience: patience)
    try connection.write(request.bytes(port: port))
    var received: [UInt8] = []
    while true {
      let chunk = try connection.read()
      received += chunk
      if let response = PlainResponse(received, isEnd: chunk.isEmpty) { return response }
      if chunk.isEmpty {
        throw BrowserError("127.0.0.1:\(port) ended its answer to \(request.method) \(request.path) halfway.")
      }
    }
  }
}

/// A connected socket, which is closed with its last owner.
private final class LoopbackConnection {
  private let descriptor: Int32
  private let name: String

  init(port: UInt16, patience: Duration) throws {
    name = "127.0.0.1:\(port)"
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError.last("socket \(name)") }
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in.loopback(port: port)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw SystemError.last("connect \(name)") }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { throw SystemError.last("send \(name)") }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Returns what has come; nothing once the server has closed.
  func read() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count >= 0 { return Array(buffer.prefix(count)) }
      guard errno == EINTR else { throw SystemError.last("recv \(name)") }
    }
  }
}

extension sockaddr_in {
  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
