import Foundation
import Glibc
import OperatingSystem
import Synchronization
import TestSupport

/// Serves fixed pages on a free port of 127.0.0.1, one connection after the other, until the test forgets it.
final class PageServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let requests = Mutex<[String]>([])

  /// Serves each text under its path as HTML; the head lines stand before the usual ones.
  init(_ pages: [String: String], headers: [String] = []) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw SystemError.last("socket 127.0.0.1") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) | listen(listener, 16) | getsockname(listener, $0, &size)
      }
    }
    guard code == 0 else { throw SystemError.last("bind 127.0.0.1") }
    port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0, errno == EINTR || errno == ECONNABORTED { continue }
        guard connection >= 0 else { return _ = close(listener) }
        let request = Self.readHead(connection)
        self?.requests.withLock { $0.append(request) }
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        Self.answer(connection, pages[path], headers)
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The heads of all requests so far.
  var seen: [String] { requests.withLock { $0 } }

  private static func readHead(_ connection: Int32) -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while received.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { break }
      received += buffer.prefix(count)
    }
    return String(decoding: received, as: UTF8.self)
  }

  private static func answer(_ connection: Int32, _ page: String?, _ headers: [String]) {
    let body = page ?? "nothing here"
    let head =
      ["HTTP/1.1 \(page == nil ? "404 Not Found" : "200 OK")"] + headers + [
        "Content-Type: text/html; charset=utf-8", "Content-Length: \(body.utf8.count)", "Connection: close",
      ]
    let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    bytes.withUnsafeBytes { _ = send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    close(connection)
  }
}
