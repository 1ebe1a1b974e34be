#if DEBUG
import AppRuntime
import ControlProtocol
import FeatureFlags
import TestScaffolding

/// Arguments, links among them, that are accepted can be written down again with the same meaning; NUL separates the arguments.
enum FlagTarget {
  static func check(_ input: [UInt8]) throws {
    let arguments = input.split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    for argument in arguments {
      try checkText(argument)
      if let link = DeepLink(place: argument) {
        try require(DeepLink(place: "\(link)") == link, "the link \(link) is another one again")
      }
      if let gesture = try? ResetGesture(argument) {
        try require(try ResetGesture("\(gesture)") == gesture, "the gesture \(gesture) is another one again")
      }
    }
    for argument in FlagArgument.allCases {
      guard let values = try? argument.values(in: arguments) else { continue }
      let written = argument.argument(values)
      try require(
        try argument.values(in: [written]) == values, "the arguments \(arguments) are written as \(written)")
    }
  }

  private static func checkText(_ argument: String) throws {
    let text = FlagArgument.kind(of: argument).map { argument.dropFirst($0.rawValue.count) } ?? argument[...]
    let values: [String: FlagLiteral]
    do throws(FlagError) {
      values = try FlagText.parse(String(text), source: "the input")
    } catch {
      if case .malformed(_, _, let offset) = error {
        try require((0...text.utf8.count).contains(offset), "the error is at byte \(offset) of \(text)")
      }
      return
    }
    let written = FlagText.format(values)
    let again = try FlagText.parse(written, source: "the output")
    try require(again == values, "\(values) is written as \(written) and read as \(again)")
    try require(FlagText.format(again) == written, "\(written) is another text when it is written again")
    for (key, value) in values {
      guard case .string(let text) = value, case .string(let copy)? = again[key] else { continue }
      try require(text.utf8.elementsEqual(copy.utf8), "the text \(text) has other bytes again")
    }
  }
}
#endif
