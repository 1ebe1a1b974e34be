import OperatingSystem

/// Lines of what is still being written, as bytes: what follows the last end of line waits for its rest.
struct LineFollower {
  let descriptor: Descriptor
  /// What came after the last end of line.
  private(set) var rest: [UInt8] = []
  /// Whether nothing more can come.
  private(set) var isOver = false

  private static let most = 4 << 20

  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// The whole lines that are there by now, up to an amount: who writes faster than this reads would be the only one heard. A
  /// pipe holds less, so that one reading after the end of a process takes all that it has left there.
  mutating func newLines() throws(SystemError) -> [ArraySlice<UInt8>] {
    let searched = rest.count
    do throws(SystemError) {
      var amount = 0
      while amount < Self.most, let bytes = try descriptor.readSome() {
        rest += bytes
        amount += bytes.count
        if bytes.isEmpty {
          isOver = true
          break
        }
      }
    } catch {
      // A terminal says so when nobody has it open any more.
      guard error.isDeviceFailure else { throw error }
      isOver = true
    }
    guard let end = rest[searched...].lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { rest.removeSubrange(...end) }
    return rest[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }
}
