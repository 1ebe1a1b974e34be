import OperatingSystem

/// What the thread of an input reader does.
final class InputLoop {
  /// How long an escape byte stands alone before it is the escape key.
  private static let pause = Duration.milliseconds(50)

  private let input: Descriptor
  private let wake: Descriptor
  private let continuation: AsyncStream<InputReader.Event>.Continuation
  private let untold: UntoldNews
  private var wantsInput = false
  private var awaitsPause = false
  private var hasEnded = false

  init(
    input: Descriptor, wake: Descriptor, continuation: AsyncStream<InputReader.Event>.Continuation,
    untold: UntoldNews
  ) {
    self.untold = untold
    self.input = input
    self.wake = wake
    self.continuation = continuation
  }

  func run() {
    defer { continuation.finish() }
    TerminalDevice.allowStopsInBackground()
    while true {
      let listens = wantsInput && !hasEnded
      let wanted: [(Descriptor, Readiness)] = [(wake, .reading)] + (listens ? [(input, .reading)] : [])
      let deadline = listens && awaitsPause ? Deadline(in: Self.pause) : nil
      guard let ready = try? poll(wanted, until: deadline) else { return }
      if ready.allSatisfy(\.isEmpty) {
        awaitsPause = false
        continuation.yield(.pause)
        continue
      }
      if !ready[0].isEmpty, !obeyCommands() { return }
      if listens, !ready[1].isEmpty { read() }
    }
  }

  private func obeyCommands() -> Bool {
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

  private func read() {
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
    do throws(SystemError) {
      return try descriptor.readSome(atMost: 4096)
    } catch {
      return []
    }
  }
}
