import OperatingSystem
import Synchronization

/// Waits for input on a thread of its own, so that no other thread has to.
///
/// It reads only when asked to: until then the input stays where it is, and its sender has to wait.
final class InputReader: Sendable {
  enum Event: Sendable, Equatable {
    case bytes([UInt8])
    /// After some bytes, no more came for a moment.
    case pause
    /// The moment that was asked for has passed.
    case beat
    /// The size of the terminal has changed.
    case resized
    /// The process was stopped, and has continued.
    case resumed
    /// The input has ended or, with an error, could not be read any further.
    case ended(SystemError?)
  }

  /// The commands for the wake pipe, one byte each, besides those of `TerminalWakeByte`.
  enum Wake {
    static let read = UInt8(ascii: "r")
    static let stop = UInt8(ascii: "s")
    static let beat = UInt8(ascii: "b")
  }

  let events: AsyncStream<Event>
  private let untold = PendingEvents()
  /// Where to write commands for the reader.
  let wake: Descriptor
  private let continuation: AsyncStream<Event>.Continuation
  private let thread: SystemThread

  /// Starts a reader. Throws when the system has no pipe or thread left.
  init(input: Descriptor) throws(SystemError) {
    let (reading, writing) = try Descriptor.pipe()
    try reading.makeNonBlocking()
    try writing.makeNonBlocking()
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let untold = untold
    thread = try SystemThread {
      var loop = InputLoop(input: input, wake: reading, continuation: continuation, untold: untold)
      loop.run()
    }
    events = stream
    self.continuation = continuation
    wake = writing
  }

  /// Says that an event has been received; only after that is the next event of its kind sent.
  func hears(_ news: Event) { untold.end(news) }

  /// Asks for the next input.
  func readMore() { send(Wake.read) }

  /// Asks for one beat, in a moment.
  func askForBeat() { send(Wake.beat) }

  /// Ends the stream of events as if the input had ended.
  func reportEnd() { continuation.yield(.ended(nil)) }

  /// Stops reading, and returns when the thread has ended.
  func stop() {
    send(Wake.stop)
    thread.join()
  }

  private func send(_ command: UInt8) { try? wake.writeAll([command]) }
}

/// Events that have been sent but not received yet. The same event is not sent again before it is received, however
/// often it happens.
final class PendingEvents: Sendable {
  private let untold = Mutex<[InputReader.Event]>([])

  /// Returns whether the event has to be sent, because it is not on its way already.
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
  /// How long to wait after an escape byte before it counts as the escape key.
  private static let pause = Duration.milliseconds(50)
  /// The most bytes that are read at once.
  private static let piece = 4096
  /// The time until a beat.
  private static let beat = Duration.milliseconds(150)

  let input: Descriptor
  let wake: Descriptor
  let continuation: AsyncStream<InputReader.Event>.Continuation
  let untold: PendingEvents
  var wantsInput = false
  var awaitsPause = false
  var hasEnded = false
  var nextBeat: Deadline?

  mutating func run() {
    defer { continuation.finish() }
    TerminalDevice.allowStopsInBackground()
    while true {
      let listens = wantsInput && !hasEnded
      let wanted: [(Descriptor, Readiness)] = [(wake, .reading)] + (listens ? [(input, .reading)] : [])
      let pause = listens && awaitsPause ? Deadline(in: Self.pause) : nil
      let deadline = [pause, nextBeat].compactMap(\.self).min()
      guard let ready = try? Descriptor.poll(wanted, until: deadline) else { return }
      if ready.allSatisfy(\.isEmpty) {
        if let pause, pause.hasPassed {
          awaitsPause = false
          continuation.yield(.pause)
        }
        if let beat = nextBeat, beat.hasPassed {
          nextBeat = nil
          continuation.yield(.beat)
        }
        continue
      }
      if !ready[0].isEmpty, !obeyCommands() { return }
      if listens, !ready[1].isEmpty { read() }
    }
  }

  private mutating func obeyCommands() -> Bool {
    for command in (try? wake.readSome(atMost: Self.piece)) ?? [] {
      switch command {
      // A terminal has more to read after Ctrl-D.
      case InputReader.Wake.read: (wantsInput, hasEnded) = (true, false)
      case InputReader.Wake.beat: nextBeat = Deadline(in: Self.beat)
      case TerminalWakeByte.resized: tell(.resized)
      case TerminalWakeByte.resumed: tell(.resumed)
      default: return false
      }
    }
    return true
  }

  private func tell(_ news: InputReader.Event) {
    if untold.begin(news) { continuation.yield(news) }
  }

  private mutating func read() {
    do {
      guard let bytes = try input.readSome(atMost: Self.piece) else { return }
      if bytes.isEmpty { return end(nil) }
      (wantsInput, awaitsPause) = (false, true)
      continuation.yield(.bytes(bytes))
    } catch {
      // Where there is no input, there is nothing to be read.
      end(error.isClosed ? nil : error)
    }
  }

  private mutating func end(_ error: SystemError?) {
    hasEnded = true
    continuation.yield(.ended(error))
  }
}
