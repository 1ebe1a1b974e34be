package import OperatingSystem

/// Hands out a file line by line, in the same little memory however long the file or a line is.
package struct LineReader {
  private let file: Descriptor
  private let capacity: Int

  /// Creates a reader of an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - capacity: How many bytes are held at a time; of a longer line only so many are handed out.
  package init(_ file: Descriptor, capacity: Int = 1 << 18) {
    precondition(capacity > 0, "a line needs room")
    self.file = file
    self.capacity = capacity
  }

  /// Calls the body with each line, without its end, and returns how many bytes there were.
  @discardableResult
  package func forEachLine(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var total = 0
    var held = 0
    var isInsideLongLine = false
    while true {
      let count = try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[held...]))
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
        base.copyMemory(from: base + start, byteCount: held)
      }
    }
    if held > 0 { body(Self.line(buffer, from: 0, to: held)) }
    return total
  }

  private static func newline(in buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int) -> Int?
  {
    UnsafeRawBufferPointer(rebasing: buffer[..<end]).firstPlace(of: 10, from: start)
  }

  private static func line(
    _ buffer: UnsafeMutableRawBufferPointer, from start: Int, to end: Int
  ) -> UnsafeRawBufferPointer {
    let end = end > start && buffer[end - 1] == 13 ? end - 1 : end
    return UnsafeRawBufferPointer(rebasing: buffer[start..<end])
  }
}
