import Glibc

/// A file descriptor that is closed with its last owner.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  enum ReadOutcome {
    case bytes(ArraySlice<UInt8>)
    case nothingNow
    case end
  }

  /// Reads once into the buffer; a terminal whose other side is gone has ended.
  func read(into buffer: inout [UInt8]) -> ReadOutcome {
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
      if count > 0 { return .bytes(buffer[..<count]) }
      if count == 0 { return .end }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .nothingNow : .end
    }
  }

  /// Writes what fits now and returns how much that was; nil when nobody will ever read it.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    while true {
      let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN ? 0 : nil
    }
  }

  /// Lets go of what the number stands for, while others may still use the number: it is `/dev/null` from now on.
  func disconnect() {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    close(nothing)
  }

  func makeNonBlocking() throws {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw SystemCallError("fcntl", on: "descriptor \(number)")
    }
  }
}

/// Two descriptors: what is written to one can be read from the other. No child inherits them.
struct Pipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard Libc.pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemCallError("pipe2", on: "a new pipe") }
    reading = Descriptor(ends[0])
    writing = Descriptor(ends[1])
  }
}
