#if DEBUG
/// Names in Swift source for what people and apps call things.
package enum SwiftName {
  /// The words of a text as part of a name: `SignIn` for `sign-in`. Swift takes letters of any script.
  package static func part(_ text: String) -> String {
    text.unicodeScalars.split { !$0.properties.isXIDContinue || $0 == "_" }
      .map(String.init).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The text as the name of a type; nil if it does not begin with a letter.
  package static func type(_ text: String) -> String? {
    let part = part(text)
    return part.unicodeScalars.first?.properties.isXIDStart == true ? part : nil
  }
}
#endif
