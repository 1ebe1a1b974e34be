#if DEBUG
/// An answer of the app, as bytes.
package struct ControlResponse: Sendable, Equatable {
  package var status: Int
  package var body: [UInt8]
  /// Whether the connection takes another request.
  package var keepsAlive: Bool
}

/// What a server sent that is not an answer as the wire has it.
package struct MalformedResponseError: Error, Equatable, CustomStringConvertible {
  package var problem: String
  package var description: String { "The answer is not sound HTTP: \(problem)." }
}

/// Reads one HTTP/1.1 answer from bytes that come in any pieces; strict, and bounded.
package struct ResponseParser {
  static let longestHead = 32_768
  static let longestBody = 64 * 1_048_576

  /// What is known of the answer since its head was whole.
  private struct Frame {
    var status: Int
    var keepsAlive: Bool
    var body: Range<Int>
  }

  private var bytes: [UInt8] = []
  private var frame: Frame?

  package init() {}

  /// Takes the next bytes, and returns the answer once it is whole.
  package mutating func take(_ more: [UInt8]) throws(MalformedResponseError) -> ControlResponse? {
    let searched = max(0, bytes.count - 3)
    if bytes.isEmpty { bytes = more } else { bytes += more }
    if frame == nil { frame = try readHead(from: searched) }
    guard let frame, bytes.count >= frame.body.upperBound else { return nil }
    guard bytes.count == frame.body.upperBound else {
      throw MalformedResponseError(problem: "\(bytes.count - frame.body.upperBound) bytes follow the body")
    }
    return ControlResponse(
      status: frame.status, body: Array(bytes[frame.body]), keepsAlive: frame.keepsAlive)
  }

  private func readHead(from start: Int) throws(MalformedResponseError) -> Frame? {
    try bytes.withUnsafeBufferPointer { bytes throws(MalformedResponseError) in
      guard let end = Self.endOfHead(in: bytes, from: start) else {
        guard bytes.count < Self.longestHead else {
          throw MalformedResponseError(problem: "the head is longer than \(Self.longestHead) bytes")
        }
        return nil
      }
      let head = try ResponseHead(UnsafeBufferPointer(rebasing: bytes[..<end]))
      return Frame(
        status: head.status, keepsAlive: head.keepsAlive, body: end + 4..<end + 4 + head.length)
    }
  }

  private static func endOfHead(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let limit = min(bytes.count, longestHead)
    var index = start
    while index + 3 < limit {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 {
        return index
      }
      index += 1
    }
    return nil
  }
}
#endif
