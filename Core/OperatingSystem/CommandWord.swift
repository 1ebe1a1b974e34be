/// One word of a command line, or an option with its value.
package struct CommandWord<Option> {
  /// The option; nil for any other word.
  package let option: Option?
  package let value: String?
  /// The words as they were written on the command line.
  package let written: [String]

  /// Splits a command line into options, each as `--name value` or `--name=value`, and other words. The closure knows an
  /// option by its name, and whether it takes a value.
  package static func all(
    in words: [String], knowing find: (String) -> (option: Option, takesValue: Bool)?
  ) -> [CommandWord] {
    var found: [CommandWord] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let sign = word.hasPrefix("-") ? word.utf8.firstIndex(of: UInt8(ascii: "=")) : nil
      let own = sign.map { String(word[$0...].dropFirst()) }
      guard let (option, takesValue) = find(sign.map { String(word[..<$0]) } ?? word) else {
        found.append(CommandWord(option: nil, value: nil, written: [word]))
        continue
      }
      // An option in the place of a value was meant as an option: `--open --plain`.
      let next = takesValue && own == nil && rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil
      found.append(
        CommandWord(option: option, value: own ?? next, written: [word] + (next.map { [$0] } ?? [])))
    }
    return found
  }
}
