import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An open file, folder, pipe or socket, closed with its last reference at the latest. Child processes do not inherit
/// it.
package final class Descriptor: Sendable {
  package let number: Int32
  private let ownsNumber: Atomic<Bool>
  private let isLocked = Atomic(false)

  /// Owns an open descriptor, and closes it.
  package init(owning number: Int32) {
    self.number = number
    ownsNumber = Atomic(true)
  }

  /// Refers to a descriptor that others close.
  package init(borrowing number: Int32) {
    self.number = number
    ownsNumber = Atomic(false)
  }

  deinit { close() }

  /// Closes the descriptor, and ends its lock; does nothing if it is closed.
  package func close() {
    guard ownsNumber.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // A process that is just being started has the same open file for a moment, and with it the lock.
    if isLocked.load(ordering: .relaxed) { unlock() }
    closeNumber(number)
  }

  /// Whether the number refers to an open file.
  package var isOpen: Bool { fcntl(number, F_GETFD) != -1 }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// Opens what is at a path; a link at its end is followed. A terminal does not become that of this process, which would end
  /// with it.
  package static func open(_ path: String, _ access: Access) throws(SystemError) -> Descriptor {
    let flags = access.flags | O_CLOEXEC | O_NOCTTY
    return Descriptor(owning: try SystemError.check("open \(path)") { openPath(path, flags) })
  }

  /// What a file is opened for.
  package enum Access: Sendable {
    case reading, writing, both
    /// Appends to a file; makes it if it is missing.
    case appending
    /// Replaces the contents of a file; makes it if it is missing.
    case replacing

    fileprivate var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .writing: O_WRONLY
      case .both: O_RDWR
      case .appending: O_WRONLY | O_APPEND | O_CREAT
      case .replacing: O_WRONLY | O_TRUNC | O_CREAT
      }
    }
  }

  package static func pipe() throws(SystemError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("pipe") { makePipe(&ends) }
    let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    for end in [reading, writing] { try end.keepFromChildren() }
    return (reading, writing)
  }

  /// Makes another descriptor for the same file, with a number that is at least `least`.
  package func copied(notBelow least: Int32 = 3) throws(SystemError) -> Descriptor {
    do {
      return Descriptor(owning: try SystemError.check("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, least) })
    } catch {
      guard error.code == EINVAL else { throw error }
      throw SystemError(
        call: "taking a descriptor from \(least) on, which 'ulimit -n' limits,", code: EMFILE)
    }
  }

  /// Makes the number refer to `/dev/null`, while others may still use it: what it referred to is released.
  package func disconnect() {
    guard let nothing = try? Descriptor.open("/dev/null", .both) else { return }
    dup2(nothing.number, number)
    try? keepFromChildren()
  }

  /// Opens `/dev/null`, also for child processes, under a number that is not open, so that no other file gets the
  /// number.
  package static func fillGap(at number: Int32, _ access: Access) {
    guard !Descriptor(borrowing: number).isOpen else { return }
    let nothing = openPath("/dev/null", access.flags)
    guard nothing >= 0, nothing != number else { return }
    dup2(nothing, number)
    closeNumber(nothing)
  }

  func keepFromChildren() throws(SystemError) {
    try SystemError.check("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// Makes reading and writing return at once instead of waiting.
  package func makeNonBlocking() throws(SystemError) {
    let flags = try SystemError.check("fcntl") { fcntl(number, F_GETFL) }
    try SystemError.check("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  // MARK: - Reading

  /// Returns the next bytes: empty at the end of the data, nil when there are none yet.
  package func readSome(atMost size: Int = 65_536) throws(SystemError) -> [UInt8]? {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(SystemError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        (failure, count) = (error, 0)
      }
    }
    if let failure {
      if failure.wouldWait { return nil }
      throw failure
    }
    return bytes
  }

  /// All bytes of a file, however long the system says that it is.
  package static func contents(ofFile path: String) throws(SystemError) -> [UInt8] {
    let file = try open(path, .reading)
    var all: [UInt8] = []
    while let more = try file.readSome(), !more.isEmpty { all += more }
    return all
  }

  /// Reads once, and returns the number of bytes: zero at the end of the data.
  package func read(into room: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try SystemError.check("read") { readBytes(number, room.baseAddress, room.count) }
  }

  /// Passes the contents of a file to the closure, in pieces from the start to the end, or to the limit.
  package func readPieces(
    of size: Int = 65_536, limit: Int = .max, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
      var offset = 0
      while true {
        let count = try SystemError.check("pread") {
          pread(number, buffer.baseAddress, min(buffer.count, limit - offset), off_t(offset))
        }
        if count == 0 { return }
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += count
      }
    }
  }

  // MARK: - Writing

  /// Writes once, and returns the number of bytes written.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try SystemError.check("write") { writeBytes(number, bytes.baseAddress, bytes.count) }
  }

  /// Writes what can be written without waiting, and returns the number of bytes, which may be zero.
  @discardableResult
  package func writeNow(_ bytes: [UInt8]) throws(SystemError) -> Int {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(SystemError) in try write(bytes) } }
    if case .failure(let error) = result, error.wouldWait { return 0 }
    return try result.get()
  }

  /// Writes all of the bytes, waiting for as long as that takes.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      do throws(SystemError) {
        rest = UnsafeRawBufferPointer(rebasing: rest[try write(rest)...])
      } catch {
        guard error.wouldWait else { throw error }
        try Descriptor.poll([(self, .writing)], until: nil)
      }
    }
  }

  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try writeAll(bytes) }
    }
    try result.get()
  }

  // MARK: - A file

  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try SystemError.check("fstat") { fstat(number, &status) }
    return FileStatus(status)
  }

  /// Sets the permissions of the file or socket.
  package func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemError.check("fchmod") { fchmod(number, mode_t(mode)) }
  }

  /// Dates the file.
  package func setModificationTime(secondsSince1970 seconds: Double) throws(SystemError) {
    let whole = seconds.rounded(.down)
    let time = timespec(tv_sec: time_t(whole), tv_nsec: Int((seconds - whole) * 1_000_000_000))
    let times = [time, time]
    try SystemError.check("futimens") { futimens(number, times) }
  }

  /// Locks this open file, waiting until no other process has locked it.
  package func lock() throws(SystemError) {
    try SystemError.check("flock") { flock(number, LOCK_EX) }
    isLocked.store(true, ordering: .relaxed)
  }

  /// Locks this open file at once, for itself or beside others that share; returns false when another open file holds the
  /// lock.
  package func lockAtOnce(shared: Bool = false) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try SystemError.check("flock") { flock(number, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      isLocked.store(true, ordering: .relaxed)
      return true
    } catch {
      guard error.wouldWait else { throw error }
      return false
    }
  }

  package func unlock() {
    flock(number, LOCK_UN)
    isLocked.store(false, ordering: .relaxed)
  }
}

// Wrappers: inside of a type, a method would hide the C function of the same name.
private func closeNumber(_ number: Int32) { close(number) }
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
  #if canImport(Glibc)
  // `pipe2`, which Swift does not import, keeps the ends from a child process that another thread starts meanwhile.
  typealias Call = @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
  if let call = dlsym(nil, "pipe2") { return unsafeBitCast(call, to: Call.self)(ends, O_CLOEXEC) }
  #endif
  return pipe(ends)
}
private func openPath(_ path: String, _ flags: Int32) -> Int32 { open(path, flags, 0o644) }
func readBytes(_ number: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, room, count)
}
func writeBytes(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}
