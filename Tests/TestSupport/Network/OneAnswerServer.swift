package import Foundation
import Synchronization

/// Answers each of the first connections with fixed bytes, on a free port of the loopback interface, and is gone then.
package final class OneAnswerServer: Sendable {
  package let url: URL
  private let received: Received

  private final class Received: Sendable {
    let requests = Mutex<[String]>([])
  }

  /// What the clients have sent, as far as one read has brought it.
  package var requests: [String] { received.requests.withLock(\.self) }

  /// Starts to listen. An answer without end goes on with eight megabytes of blanks and then with nothing, for as long as
  /// the client stays.
  package init(_ answers: String..., isEndless: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw POSIXError(.EIO) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(address.sin_port.bigEndian)/menu.json")
    else {
      close(listener)
      throw POSIXError(.EIO)
    }
    self.url = url
    let received = Received()
    self.received = received
    Thread.detachNewThread {
      for (index, answer) in answers.enumerated() {
        let connection = accept(listener, nil, nil)
        if index == answers.count - 1 { close(listener) }
        Self.serve(connection, answer, isEndless, received)
      }
    }
  }

  private static func serve(_ connection: Int32, _ answer: String, _ isEndless: Bool, _ received: Received) {
    var request = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &request, request.count, 0)
    received.requests.withLock { $0.append(String(decoding: request.prefix(max(0, count)), as: UTF8.self)) }
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    if isEndless {
      let blanks = [UInt8](repeating: 0x20, count: 8 << 20)
      _ = send(connection, blanks, blanks.count, Int32(MSG_NOSIGNAL))
    } else {
      shutdown(connection, Int32(SHUT_WR))
    }
    // Until the client has read everything and gone.
    while recv(connection, &request, request.count, 0) > 0 {}
    close(connection)
  }
}
