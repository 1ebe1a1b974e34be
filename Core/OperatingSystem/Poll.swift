#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a descriptor can be ready for.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  package static let reading = Readiness(rawValue: Int16(POLLIN))
  package static let writing = Readiness(rawValue: Int16(POLLOUT))
  /// The other side is gone, or the descriptor cannot be used. This is reported without being asked for.
  package static let over = Readiness(rawValue: Int16(POLLHUP | POLLERR | POLLNVAL))
}

extension Descriptor {
  /// Whether there is something to read, or the end.
  package var isReadable: Bool {
    get throws(SystemError) { try !Self.poll([(self, .reading)], until: Deadline(in: .zero))[0].isEmpty }
  }

  /// Waits until one of the descriptors is ready or the deadline has passed; without a deadline, for as long as it
  /// takes.
  ///
  /// - Returns: What each descriptor is ready for; all are empty at the deadline.
  @discardableResult
  package static func poll(
    _ wanted: [(Descriptor, Readiness)], until deadline: Deadline?
  ) throws(SystemError) -> [Readiness] {
    var entries = wanted.map { pollfd(fd: $0.0.number, events: $0.1.rawValue, revents: 0) }
    while true {
      let timeout = deadline.map { Int32($0.millisecondsToNextLook) } ?? -1
      let count = pollEntries(&entries, timeout)
      if count < 0, errno != EINTR, errno != EAGAIN { throw .last("poll") }
      if count > 0 || (count == 0 && deadline?.hasPassed != false) {
        return entries.map { Readiness(rawValue: $0.revents) }
      }
    }
  }
}

private func pollEntries(_ entries: inout [pollfd], _ timeout: Int32) -> Int32 {
  poll(&entries, nfds_t(entries.count), timeout)
}
