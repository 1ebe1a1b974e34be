#if DEBUG
import ControlProtocol
import Dispatch
import OperatingSystem
import Synchronization

/// The messages of an agent. They are read on a thread of their own, so that a call can be cancelled while it is done.
final class MCPInbox: Sendable {
  private struct Call {
    let id: JSONValue
    /// What is written to it ends the work.
    let line: Descriptor
    var isCancelled = false
  }

  private struct Contents {
    var messages: [MCPProtocol.Message] = []
    var running: Call?
    var hasEnded = false

    /// Nobody waits for the call any more, which runs or is still to be done.
    mutating func cancel(_ id: JSONValue) {
      messages.removeAll { if case .call(_, _, let reply) = $0 { reply.id == id } else { false } }
      guard running?.id == id else { return }
      running?.isCancelled = true
      interrupt()
    }

    func interrupt() { _ = try? running?.line.writeNow([0]) }
  }

  private let contents = Mutex(Contents())
  private let news = DispatchSemaphore(value: 0)

  /// Reads lines until the source ends or the interruption comes.
  init(reading source: Descriptor, interruption: Descriptor?) throws {
    try SystemThread { [self] in
      var pending: [UInt8] = []
      let sources = [source, interruption].compactMap(\.self).map { ($0, Readiness.reading) }
      while let ready = try? Descriptor.poll(sources, until: nil) {
        if ready.count > 1, !ready[1].isEmpty {
          contents.withLock { $0.interrupt() }
          break
        }
        guard let bytes = try? source.readSome(), !bytes.isEmpty else { break }
        pending += bytes
        pending = take(linesOf: pending)
      }
      take(line: pending)
      contents.withLock { $0.hasEnded = true }
      news.signal()
    }.leave()
  }

  /// The next message; nil after the last.
  func next() -> MCPProtocol.Message? {
    while true {
      let (message, hasEnded) = contents.withLock { contents in
        (contents.messages.isEmpty ? nil : contents.messages.removeFirst(), contents.hasEnded)
      }
      if message != nil || hasEnded { return message }
      news.wait()
    }
  }

  /// Notes that a call is being done, and returns what becomes readable when it is to end early.
  func begin(_ id: JSONValue) throws -> Descriptor {
    let (reading, writing) = try Descriptor.pipe()
    contents.withLock { $0.running = Call(id: id, line: writing) }
    return reading
  }

  /// Notes that the call is done; returns whether somebody waits for its answer.
  func end() -> Bool { contents.withLock { $0.running.take()?.isCancelled == false } }

  private func take(linesOf bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(line: Array(rest[..<end]))
      rest = rest[(end + 1)...]
    }
    return Array(rest)
  }

  private func take(line: [UInt8]) {
    guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { return }
    let message = MCPProtocol.read(line)
    contents.withLock { contents in
      if case .cancelled(let id) = message { contents.cancel(id) } else { contents.messages.append(message) }
    }
    news.signal()
  }
}
#endif
