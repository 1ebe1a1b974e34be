import Foundation

/// Answers the first connection with fixed bytes, on a free port of the loopback interface, and is gone then.
final class OneAnswerServer: Sendable {
  let url: URL

  /// Starts to listen. An answer without end goes on with eight megabytes of blanks and then with nothing, for as long as
  /// the client stays.
  init(_ answer: String, isEndless: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw POSIXError(.EIO) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening, let url = URL(string: "http://127.0.0.1:\(address.sin_port.bigEndian)/menu.json")
    else {
      close(listener)
      throw POSIXError(.EIO)
    }
    self.url = url
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      close(listener)
      var request = [UInt8](repeating: 0, count: 65_536)
      _ = recv(connection, &request, request.count, 0)
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
}
