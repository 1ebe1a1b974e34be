/// The name of a module of the scaffolding, as binaries contain it.
///
/// A name of several words, such as `ControlProtocol`, is found anywhere. Products use single words, such as `Records`, for
/// their own things; such a name counts only where it is that of a module.
struct ModuleName: Sendable {
  private let text: String
  /// Whether products may use it for something else.
  let isOneWord: Bool

  init(_ text: String) {
    self.text = text
    isOneWord = text.count(where: \.isUppercase) == 1
  }

  /// Returns whether a symbol, given as it is and as Swift says it, is of the module.
  func isNamed(in symbol: String, _ readable: String) -> Bool {
    guard isOneWord else { return symbol.contains(text) || readable.contains(text) }
    // In what is said first, or in an extension, no type of the same name can stand.
    if symbol.hasPrefix("$s\(mangled)") || readable.contains("(extension in \(text))") { return true }
    return readable.ranges(of: text + ".").contains { range in
      readable[..<range.lowerBound].last.map { !($0.isLetter || $0.isNumber || "_.".contains($0)) } ?? true
    }
  }

  /// What sections contain that name it: a module of one word is known by the length before it.
  var needle: [UInt8] { Array((isOneWord ? mangled : text).utf8) }

  /// Returns whether the needle is its name, if that byte is before it. With more digits, the length is that of a longer name.
  func isNamed(after byte: UInt8?) -> Bool {
    guard isOneWord, let byte else { return true }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private var mangled: String { "\(text.utf8.count)\(text)" }
}
