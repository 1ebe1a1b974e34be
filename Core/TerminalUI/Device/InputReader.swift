import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Waits for input on a thread of its own, so that nobody else has to.
///
/// It reads only when asked to: input that nobody takes stays where it is, and holds up whoever sends it.
final class InputReader: Sendable {
  enum Event: Sendable, Equatable {
    case bytes([UInt8])
    /// After bytes, nothing more came for a moment.
    case pause
    /// The terminal has another size.
    case resized
    /// The process was stopped, and goes on.
    case resumed
    /// There will be no more input.
    case ended
  }

  /// What is written to the wake pipe, one byte each; signal handlers can do nothing more.
  enum Wake {
    static let read = UInt8(ascii: "r")
    static let stop = UInt8(ascii: "s")
    static let resized = UInt8(ascii: "w")
    static let resumed = UInt8(ascii: "c")
  }

  let events: AsyncStream<Event>
  private let untold = UntoldNews()
  /// Where to write what the reader should do.
  let wakeDescriptor: Int32
  private let wakeEnd: Int32
  private let continuation: AsyncStream<Event>.Continuation
  private let thread: pthread_t

  /// Starts a reader; nil when the system has no pipe or thread left.
  init?(input: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let loop = InputLoop(input: input, wake: ends[0], continuation: continuation, untold: untold)
    guard let thread = loop.start() else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    self.events = stream
    self.continuation = continuation
    self.thread = thread
    (wakeEnd, wakeDescriptor) = (ends[0], ends[1])
  }

  /// Says that the news is heard; only what happens from now on is news again.
  func hears(_ news: Event) { untold.end(news) }

  /// Takes the next input there is.
  func readMore() { send(Wake.read) }

  /// Ends the stream of events as if the input had ended.
  func reportEnd() { continuation.yield(.ended) }

  /// Stops reading; the thread is gone when this returns.
  func stop() {
    send(Wake.stop)
    pthread_join(thread, nil)
    close(wakeEnd)
    close(wakeDescriptor)
  }

  private func send(_ command: UInt8) { _ = Descriptor.write([command], to: wakeDescriptor) }
}

/// News that are on their way to whoever reads the events: there is no need to tell them twice, however often they
/// happen while nobody listens.
final class UntoldNews: Sendable {
  private let untold = Mutex<[InputReader.Event]>([])

  /// Returns whether the news have to be told, because they are not on their way.
  func begin(_ news: InputReader.Event) -> Bool {
    untold.withLock { untold in
      if untold.contains(news) { return false }
      untold.append(news)
      return true
    }
  }

  func end(_ news: InputReader.Event) { untold.withLock { $0.removeAll { $0 == news } } }
}
