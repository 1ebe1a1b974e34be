/// What a process wrote, kept up to a limit.
package struct CapturedOutput: Sendable, Equatable {
  package private(set) var bytes: [UInt8] = []
  /// The number of bytes beyond the limit, which were read and thrown away.
  package private(set) var droppedCount = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The bytes as UTF-8; what is not valid shows as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ chunk: ArraySlice<UInt8>) {
    let kept = chunk.prefix(limit - bytes.count)
    bytes += kept
    droppedCount += chunk.count - kept.count
  }
}
