import Dispatch
import Foundation
import Glibc
import OperatingSystem
import Synchronization
import TestSupport

@testable import AppDriver

/// A server on a Unix-domain socket that answers as a test says, one thread for each connection.
final class FakeServer: Sendable {
  struct Request: Sendable {
    var method: String
    var target: String
    var body: [UInt8]
    /// Which connection it came over, counted from 1.
    var connection: Int
  }

  enum Answer: Sendable {
    case json(Int, String)
    /// Bytes as they are, then the end of the connection.
    case raw(String)
    /// The end of the connection without a byte.
    case close
    /// The answer, and the end of the connection that it does not announce.
    case jsonThenClose(Int, String)
    case silence
  }

  let path: String
  private let listener: Descriptor
  private let stopper: Descriptor
  private let stop: Descriptor
  private let threads = DispatchGroup()
  private let log = Mutex<[Request]>([])
  private let connections = Atomic(0)

  init(in folder: TestFolder, answer: @escaping @Sendable (Request) -> Answer) throws {
    path = folder.path + "/fake"
    listener = try Self.listen(at: path, backlog: 16)
    (stop, stopper) = try Descriptor.pipe()
    run { server in server.accept(answer) }
  }

  /// Listens, with room for so many more connections than one that wait to be taken.
  static func listen(at path: String, backlog: Int32) throws -> Descriptor {
    try Descriptor.listener(at: .unixSocket(path), backlog: backlog)
  }

  /// The requests so far, as `GET /tree`.
  var requests: [String] { log.withLock { $0.map { "\($0.method) \($0.target)" } } }
  var bodies: [String] { log.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } } }
  var connectionCount: Int { connections.load(ordering: .sequentiallyConsistent) }

  /// Ends all threads and connections.
  func end() {
    stopper.close()
    threads.wait()
    listener.close()
  }

  deinit { stopper.close() }

  private func run(_ work: @escaping @Sendable (FakeServer) -> Void) {
    threads.enter()
    Thread {
      work(self)
      self.threads.leave()
    }.start()
  }

  private func accept(_ answer: @escaping @Sendable (Request) -> Answer) {
    while let events = try? Descriptor.poll([(listener, .reading), (stop, .reading)], until: nil),
      events[1].isEmpty
    {
      guard let socket = try? listener.accepted() else { return }
      let number = connections.add(1, ordering: .sequentiallyConsistent).newValue
      run { $0.serve(socket, number, answer) }
    }
  }

  private func serve(_ socket: Descriptor, _ number: Int, _ answer: (Request) -> Answer) {
    var bytes: [UInt8] = []
    while let events = try? Descriptor.poll([(socket, .reading), (stop, .reading)], until: nil),
      events[1].isEmpty
    {
      guard let more = try? socket.readSome(), !more.isEmpty else { break }
      bytes += more
      guard let request = Self.parse(bytes, connection: number) else { continue }
      bytes = []
      log.withLock { $0.append(request) }
      switch answer(request) {
      case .json(let status, let body): Self.send(Self.response(status, body), to: socket)
      case .jsonThenClose(let status, let body):
        Self.send(Self.response(status, body), to: socket)
        return socket.close()
      case .raw(let text):
        Self.send(text, to: socket)
        return socket.close()
      case .close: return socket.close()
      case .silence: continue
      }
    }
    socket.close()
  }

  static func response(_ status: Int, _ body: String) -> String {
    "HTTP/1.1 \(status) Fine\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func send(_ text: String, to socket: Descriptor) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      guard (try? Descriptor.poll([(socket, .writing)], until: nil)) != nil,
        let count = try? rest.withUnsafeBytes({ try socket.send($0) })
      else { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func parse(_ bytes: [UInt8], connection: Int) -> Request? {
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    guard parts.count >= 2 else { return nil }
    let body = Array(parts.dropFirst().joined(separator: "\r\n\r\n").utf8)
    let length = parts[0].firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
    guard body.count >= length else { return nil }
    let words = parts[0].split(separator: " ")
    return Request(method: String(words[0]), target: String(words[1]), body: body, connection: connection)
  }
}
