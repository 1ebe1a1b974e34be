#if DEBUG
import Glibc
import Synchronization

/// An open file descriptor, closed when it is no longer needed.
final class Descriptor: Sendable {
  let number: Int32
  private let isOpen = Atomic(true)

  init(_ number: Int32) { self.number = number }

  deinit { close() }

  /// Closes the descriptor; once closed, nothing happens.
  func close() {
    if isOpen.exchange(false, ordering: .sequentiallyConsistent) { _ = Glibc.close(number) }
  }

  /// Creates a pipe; no child process inherits its ends.
  static func pipe() throws(SystemError) -> (read: Descriptor, write: Descriptor) {
    let ends = try Libc.openPipe()
    return (Descriptor(ends.read), Descriptor(ends.write))
  }

  /// Makes reading and writing return at once.
  func makeNonBlocking() throws(SystemError) {
    let flags = try Libc.check("fcntl", fcntl(number, F_GETFL))
    _ = try Libc.check("fcntl", fcntl(number, F_SETFL, flags | O_NONBLOCK))
  }

  /// Returns the next bytes, none at the end of the data, or nil when none are there yet.
  func readSome() throws(SystemError) -> [UInt8]? {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      var received = 0
      repeat {
        received = read(number, buffer.baseAddress, buffer.count)
      } while received == -1 && errno == EINTR
      failure = received == -1 ? errno : 0
      count = max(0, received)
    }
    if failure == EAGAIN { return nil }
    guard failure == 0 else { throw SystemError(call: "read", code: failure) }
    return bytes
  }
}

/// A point in time until which something may take.
struct Deadline: Sendable {
  let instant: ContinuousClock.Instant

  init(in duration: Duration) { instant = .now + duration }

  var hasPassed: Bool { instant <= .now }

  var remainingMilliseconds: Int {
    let (seconds, attoseconds) = ContinuousClock.now.duration(to: instant).components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int(min(seconds, 86_400)) * 1000 + Int(fraction)
  }

  var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }
}

/// Waits until one of the descriptors is ready or the deadline has passed; without one, as long as it takes.
///
/// - Returns: What each descriptor is ready for; nothing at all at the deadline.
func poll(_ wanted: [(Descriptor, Int32)], until deadline: Deadline?) throws(SystemError) -> [Int32] {
  var entries = wanted.map { pollfd(fd: $0.0.number, events: Int16($0.1), revents: 0) }
  while true {
    let timeout = deadline.map { Int32(clamping: $0.remainingMilliseconds) } ?? -1
    let count = Glibc.poll(&entries, nfds_t(entries.count), timeout)
    if count == -1 && errno != EINTR { throw SystemError(call: "poll", code: errno) }
    if count > 0 || (count == 0 && deadline?.hasPassed != false) { return entries.map { Int32($0.revents) } }
  }
}
#endif
