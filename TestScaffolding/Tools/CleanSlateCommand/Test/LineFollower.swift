import Foundation
import OperatingSystem

/// Lines of what is still being written: what follows the last end of line waits for its rest.
struct LineFollower {
  private let descriptor: Descriptor
  private var rest: [UInt8] = []

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// The whole lines that are there by now.
  mutating func newLines() throws(SystemError) -> [String] {
    while let bytes = try descriptor.readSome(), !bytes.isEmpty { rest += bytes }
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return rest[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is left when nothing more comes.
  mutating func lastLine() -> [String] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
  }
}
