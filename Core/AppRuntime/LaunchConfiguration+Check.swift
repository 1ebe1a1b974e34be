import ElementTree

/// Why a command line cannot be understood.
public nonisolated enum LaunchArgumentError: Error, Equatable, CustomStringConvertible {
  /// Nobody declares the option; the nearest declared ones are named.
  case unknownOption(String, nearest: [String])
  /// A word stands where none is expected.
  case unexpectedArgument(String)
  /// The option needs a value and has none.
  case missingValue(option: String, valueName: String)
  /// The option takes no value and has one.
  case unexpectedValue(option: String, value: String)
  /// The option is given more than once.
  case repeatedOption(String)

  public var description: String {
    switch self {
    case .unknownOption(let option, let nearest):
      "Unknown option '\(option)'."
        + (nearest.first.map { " Did you mean '\($0)'?" } ?? "")
    case .unexpectedArgument(let argument): "Unexpected argument '\(argument)'."
    case .missingValue(let option, let valueName):
      "Missing value for '\(option)': expected '\(option) \(valueName)'."
    case .unexpectedValue(let option, let value): "The option '\(option)' takes no value, but has '\(value)'."
    case .repeatedOption(let option): "The option '\(option)' is given more than once."
    }
  }
}

extension LaunchConfiguration {
  /// Checks that every argument is one of the options, or is recognised by the closure.
  public nonisolated func check(
    options: [LaunchOption], recognizes: (String) -> Bool = { _ in false }
  ) throws(LaunchArgumentError) {
    var seen: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if recognizes(argument) { continue }
      guard argument.hasPrefix("-") else { throw .unexpectedArgument(argument) }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw .unknownOption(
          name, nearest: NearestIdentifiers.nearest(to: name, in: options.map(\.name), limit: 1))
      }
      guard seen.insert(name).inserted else { throw .repeatedOption(name) }
      if let valueName = option.valueName {
        // An option in the place of a value was meant as an option: `--open --plain`.
        let value =
          parts.count == 2 ? String(parts[1]) : rest.first?.hasPrefix("--") == true ? nil : rest.popFirst()
        guard let value, !value.isEmpty else { throw .missingValue(option: name, valueName: valueName) }
      } else if parts.count == 2 {
        throw .unexpectedValue(option: name, value: String(parts[1]))
      }
    }
  }
}
