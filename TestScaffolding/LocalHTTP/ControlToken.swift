#if DEBUG
/// A secret of one running app: 32 random bytes as 64 hexadecimal digits.
package struct ControlToken: Sendable, CustomStringConvertible {
  /// The digits, for those who may know them.
  package let text: String

  /// A new secret from the system's random source.
  package static func random() -> ControlToken {
    var source = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return ControlToken(text: String((0..<64).map { _ in digits[Int(source.next(upperBound: 16 as UInt8))] }))
  }

  /// Never the digits: a description ends up in logs.
  package var description: String { "ControlToken(secret)" }

  /// Compares in a time that does not tell how much of the candidate is right.
  func matches(_ candidate: String) -> Bool {
    let mine = Array(text.utf8)
    let theirs = Array(candidate.utf8)
    guard mine.count == theirs.count else { return false }
    var difference: UInt8 = 0
    for index in mine.indices { difference |= mine[index] ^ theirs[index] }
    return difference == 0
  }
}
#endif
