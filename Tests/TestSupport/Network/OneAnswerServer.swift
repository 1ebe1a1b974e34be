package import Foundation
import Synchronization

/// Answers each of the first connections with fixed bytes, on a free port of the loopback interface, and is gone then.
package final class OneAnswerServer: Sendable {
  package let url: URL
  private let received: Received

  /// How a connection goes on after its answer.
  package enum Ending: Sendable {
    case end
    /// Eight megabytes of blanks, and then nothing for as long as the client stays.
    case blanks
    /// Blanks, one after the other, for as long as the client stays.
    case drips
    /// Nothing, for as long as the client stays.
    case silence
  }

  private final class Received: Sendable {
    let requests = Mutex<[String]>([])
    let goodbyes = DispatchSemaphore(value: 0)
  }

  /// What the clients have sent, as far as one read has brought it.
  package var requests: [String] { received.requests.withLock(\.self) }

  /// Waits until one more client has gone.
  package func waitForGoodbye() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [received] in
        received.goodbyes.wait()
        continuation.resume()
      }
    }
  }

  /// Starts to listen.
  package init(_ answers: String..., ending: Ending = .end) throws {
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
        Self.serve(connection, answer, ending, received)
      }
    }
  }

  private static func serve(_ connection: Int32, _ answer: String, _ ending: Ending, _ received: Received) {
    var request = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &request, request.count, 0)
    received.requests.withLock { $0.append(String(decoding: request.prefix(max(0, count)), as: UTF8.self)) }
    let bytes = Array(answer.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    switch ending {
    case .end: shutdown(connection, Int32(SHUT_WR))
    case .blanks:
      let blanks = [UInt8](repeating: 0x20, count: 8 << 20)
      _ = send(connection, blanks, blanks.count, Int32(MSG_NOSIGNAL))
    case .drips:
      var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      while poll(&client, 1, 50) == 0 { _ = send(connection, " ", 1, Int32(MSG_NOSIGNAL)) }
    case .silence: break
    }
    // Until the client has read everything and gone.
    while recv(connection, &request, request.count, 0) > 0 {}
    close(connection)
    received.goodbyes.signal()
  }
}
