/// A text that stands for a number, of a length between some bytes and some pages: no part of it, and no mixture with
/// another, reads as a number.
package enum Payload {
  package static func text(_ number: Int) -> String {
    "\(number)" + String(repeating: "-", count: 1 + number &* 7_919 % 20_011) + "\(number)"
  }

  /// Returns the number, or nil for a text that is not whole.
  package static func number(in text: String) -> Int? {
    guard let number = Int(text.prefix { $0 != "-" }), text == self.text(number) else { return nil }
    return number
  }
}
