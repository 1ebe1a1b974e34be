import OperatingSystem
import Synchronization

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

  /// What is written to the wake pipe besides the terminal's news, one byte each.
  enum Wake {
    static let read = UInt8(ascii: "r")
    static let stop = UInt8(ascii: "s")
  }

  let events: AsyncStream<Event>
  private let untold = UntoldNews()
  /// Where to write what the reader should do.
  let wake: Descriptor
  private let continuation: AsyncStream<Event>.Continuation
  private let thread: SystemThread

  /// Starts a reader; nil when the system has no pipe or thread left.
  init?(input: Descriptor) {
    guard let (reading, writing) = try? Descriptor.pipe(),
      (try? (reading.makeNonBlocking(), writing.makeNonBlocking())) != nil
    else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let untold = untold
    let thread = try? SystemThread {
      var loop = InputLoop(input: input, wake: reading, continuation: continuation, untold: untold)
      loop.run()
    }
    guard let thread else { return nil }
    events = stream
    self.continuation = continuation
    self.thread = thread
    wake = writing
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
    thread.join()
  }

  private func send(_ command: UInt8) { try? wake.writeAll([command]) }
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

/// What the thread of an input reader does.
private struct InputLoop {
  /// How long an escape byte stands alone before it is the escape key.
  private static let pause = Duration.milliseconds(50)

  let input: Descriptor
  let wake: Descriptor
  let continuation: AsyncStream<InputReader.Event>.Continuation
  let untold: UntoldNews
  var wantsInput = false
  var awaitsPause = false
  var hasEnded = false

  mutating func run() {
    defer { continuation.finish() }
    TerminalDevice.allowStopsInBackground()
    while true {
      let listens = wantsInput && !hasEnded
      let wanted: [(Descriptor, Readiness)] = [(wake, .reading)] + (listens ? [(input, .reading)] : [])
      let deadline = listens && awaitsPause ? Deadline(in: Self.pause) : nil
      guard let ready = try? Descriptor.poll(wanted, until: deadline) else { return }
      if ready.allSatisfy(\.isEmpty) {
        awaitsPause = false
        continuation.yield(.pause)
        continue
      }
      if !ready[0].isEmpty, !obeyCommands() { return }
      if listens, !ready[1].isEmpty { read() }
    }
  }

  private mutating func obeyCommands() -> Bool {
    for command in readBytes(from: wake) ?? [] {
      switch command {
      case InputReader.Wake.read: wantsInput = true
      case TerminalNews.resized: tell(.resized)
      case TerminalNews.resumed: tell(.resumed)
      default: return false
      }
    }
    return true
  }

  private func tell(_ news: InputReader.Event) {
    if untold.begin(news) { continuation.yield(news) }
  }

  private mutating func read() {
    guard let bytes = readBytes(from: input) else { return }
    if bytes.isEmpty {
      hasEnded = true
      continuation.yield(.ended)
    } else {
      (wantsInput, awaitsPause) = (false, true)
      continuation.yield(.bytes(bytes))
    }
  }

  /// The bytes that there are; none at the end of input or when it has failed, nil when it is worth another try.
  private func readBytes(from descriptor: Descriptor) -> [UInt8]? {
    do { return try descriptor.readSome(atMost: 4096) } catch { return [] }
  }
}
