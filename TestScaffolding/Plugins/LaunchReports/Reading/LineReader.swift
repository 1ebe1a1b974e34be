#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Hands out a file line by line, in the same little memory however long the file or a line is.
package struct LineReader {
  private let descriptor: Int32
  private let capacity: Int

  /// Creates a reader of an open file.
  ///
  /// - Parameters:
  ///   - descriptor: The file, which stays open.
  ///   - capacity: How many bytes are held at a time; of a longer line only so many are handed out.
  package init(descriptor: Int32, capacity: Int = 1 << 18) {
    precondition(capacity > 0, "a line needs room")
    self.descriptor = descriptor
    self.capacity = capacity
  }

  /// Calls the body with each line, without its end, and returns how many bytes there were.
  @discardableResult
  package func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    var held = 0
    var isInsideLongLine = false
    while true {
      let count = try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
      if count == 0 { break }
      total += count
      let end = held + count
      var start = 0
      while let newline = Self.newline(in: buffer, from: start, to: end) {
        if isInsideLongLine {
          isInsideLongLine = false
        } else {
          body(Self.line(buffer, from: start, to: newline))
        }
        start = newline + 1
      }
      held = end - start
      if isInsideLongLine {
        held = 0
      } else if held == capacity {
        body(Self.line(buffer, from: 0, to: capacity))
        isInsideLongLine = true
        held = 0
      } else if held > 0, start > 0, let base = buffer.baseAddress {
        memmove(base, base + start, held)
      }
    }
    if held > 0 { body(Self.line(buffer, from: 0, to: held)) }
    return total
  }

  private func fill(_ room: UnsafeMutableRawBufferPointer) throws(ReadError) -> Int {
    while true {
      let count = read(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      if errno != EINTR { throw ReadError(code: errno) }
    }
  }

  private static func newline(in buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int) -> Int?
  {
    guard start < end, let base = buffer.baseAddress else { return nil }
    return memchr(base + start, 10, end - start).map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }

  private static func line(
    _ buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int
  ) -> UnsafeRawBufferPointer {
    let end = end > start && buffer[end - 1] == 13 ? end - 1 : end
    return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
  }
}

/// Why a file cannot be read further.
package struct ReadError: Error, Equatable {
  /// The error number of the operating system.
  package let code: Int32
}
