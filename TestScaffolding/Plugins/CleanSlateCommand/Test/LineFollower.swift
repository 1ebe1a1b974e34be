import Foundation
import OperatingSystem

/// Lines of what is still being written: what follows the last end of line waits for its rest.
struct LineFollower {
  private let descriptor: Descriptor
  /// Whether the end of the data is the end; a file may grow.
  private let isFile: Bool
  private var rest: [UInt8] = []

  init(_ descriptor: Descriptor, isFile: Bool = false) {
    (self.descriptor, self.isFile) = (descriptor, isFile)
  }

  /// Whether nothing more can come.
  private(set) var isOver = false

  /// The whole lines that are there by now.
  mutating func newLines() throws(SystemError) -> [String] {
    do throws(SystemError) {
      while let bytes = try descriptor.readSome() {
        rest += bytes
        if bytes.isEmpty {
          isOver = !isFile
          break
        }
      }
    } catch {
      // A terminal says so when nobody has it open any more.
      guard error.isDeviceFailure else { throw error }
      isOver = true
    }
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return rest[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.text)
  }

  /// What is left when nothing more comes.
  mutating func lastLine() -> [String] {
    defer { rest = [] }
    return rest.isEmpty ? [] : [Self.text(rest[...])]
  }

  /// A terminal ends lines with a carriage return, too.
  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
