#if DEBUG
import Dispatch
import Foundation
import OperatingSystem
import Synchronization

/// The last part of what a process says, read by a thread of its own so that the process never waits.
final class OutputLog: Sendable {
  private struct Contents {
    var bytes: [UInt8] = []
    var dropped = 0
  }

  private let capacity: Int
  private let contents = Mutex(Contents())
  private let stopper: Descriptor
  private let ended = DispatchSemaphore(value: 0)

  /// Begins to read from the descriptor.
  init(reading source: Descriptor, capacity: Int) throws(SystemError) {
    self.capacity = capacity
    try source.makeNonBlocking()
    let (stop, stopper) = try Descriptor.pipe()
    self.stopper = stopper
    let thread = Thread { [weak self, ended] in
      Self.drain(source, until: stop) { self?.append($0) }
      ended.signal()
    }
    thread.name = "output of the app"
    thread.start()
  }

  deinit { stopper.close() }

  /// What was said last, and how much was said before that.
  var text: String {
    contents.withLock { contents in
      let kept = contents.bytes.suffix(capacity)
      let dropped = contents.dropped + contents.bytes.count - kept.count
      let text = String(decoding: kept, as: UTF8.self)
      return dropped == 0 ? text : "[\(dropped) earlier bytes dropped]\n" + text
    }
  }

  /// Adds a line of the driver's own.
  func note(_ line: String) { append(Array("[AppDriver] \(line)\n".utf8)) }

  /// Reads what is still there and ends the thread, also while some process holds the other end open.
  func finish() {
    stopper.close()
    ended.wait()
    ended.signal()
  }

  private func append(_ bytes: [UInt8]) {
    contents.withLock { contents in
      contents.bytes += bytes
      // Trimmed at twice the capacity, so that each byte is moved once.
      if contents.bytes.count > 2 * capacity {
        let excess = contents.bytes.count - capacity
        contents.bytes.removeFirst(excess)
        contents.dropped += excess
      }
    }
  }

  private static func drain(_ source: Descriptor, until stop: Descriptor, append: ([UInt8]) -> Void) {
    while let events = try? Descriptor.poll([(source, .reading), (stop, .reading)], until: nil) {
      if !events[1].isEmpty { break }
      guard let bytes = try? source.readSome(), !bytes.isEmpty else { return }
      append(bytes)
    }
    // What is in the pipe now, and no more: a child that was left behind may go on forever.
    for _ in 0..<64 {
      guard let bytes = try? source.readSome(), !bytes.isEmpty else { return }
      append(bytes)
    }
  }
}
#endif
