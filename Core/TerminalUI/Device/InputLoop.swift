#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the thread of an input reader does.
final class InputLoop {
  /// How long an escape byte stands alone before it is the escape key.
  private static let pauseInMilliseconds: Int32 = 50

  private let input: Int32
  private let wake: Int32
  private let continuation: AsyncStream<InputReader.Event>.Continuation
  private let untold: UntoldNews
  private var wantsInput = false
  private var awaitsPause = false
  private var hasEnded = false

  init(
    input: Int32, wake: Int32, continuation: AsyncStream<InputReader.Event>.Continuation,
    untold: UntoldNews
  ) {
    self.untold = untold
    self.input = input
    self.wake = wake
    self.continuation = continuation
  }

  func start() -> pthread_t? {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<InputLoop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  private func run() {
    defer { continuation.finish() }
    allowStopsInBackground()
    while true {
      let listens = wantsInput && !hasEnded
      var requests = [
        pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listens ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&requests, 2, listens && awaitsPause ? Self.pauseInMilliseconds : -1)
      if ready < 0 {
        guard errno == EINTR || errno == EAGAIN else { return }
        continue
      }
      if ready == 0 {
        awaitsPause = false
        continuation.yield(.pause)
        continue
      }
      if requests[0].revents != 0, !obeyCommands() { return }
      if requests[1].revents != 0 { read() }
    }
  }

  /// Where these signals are blocked, as they may be by whoever started the thread, reading the terminal in the
  /// background fails rather than waiting for its turn.
  private func allowStopsInBackground() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTIN)
    sigaddset(&mask, SIGTTOU)
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  private func obeyCommands() -> Bool {
    for command in readBytes(from: wake) ?? [] {
      switch command {
      case InputReader.Wake.read: wantsInput = true
      case InputReader.Wake.resized: tell(.resized)
      case InputReader.Wake.resumed: tell(.resumed)
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
  private func readBytes(from descriptor: Int32) -> [UInt8]? {
    var isTransient = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      #if canImport(Glibc)
      let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
      let result = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      isTransient = result < 0 && (errno == EINTR || errno == EAGAIN)
      count = max(0, result)
    }
    return isTransient ? nil : bytes
  }
}
