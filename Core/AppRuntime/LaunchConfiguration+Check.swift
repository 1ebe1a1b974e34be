import ElementTree
import OperatingSystem

/// Why a command line is not accepted.
public nonisolated enum LaunchArgumentError: Error, Equatable, CustomStringConvertible {
  /// The option is not declared; the nearest declared ones are named.
  case unknownOption(String, nearest: [String])
  /// An argument stands where none is expected.
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

/// A launch option has a value that is none of those that it takes.
public nonisolated struct UnknownValueError: Error, Equatable, CustomStringConvertible {
  /// The option as it is typed.
  public let option: String
  /// The value that was given.
  public let value: String
  /// The values that the option takes.
  public let known: [String]
  /// The option that lists these values, if there is one.
  public let listedBy: String?

  public var description: String {
    let nearest = NearestIdentifiers.nearest(to: value, in: known)
    let guess = nearest.isEmpty ? "" : " Did you mean \(Self.alternatives(nearest))?"
    // A long list would hide the guess.
    let all = known.count > 8 && !nearest.isEmpty ? "" : " It takes: \(known.joined(separator: ", "))."
    return "'\(value)' is not a value of '\(option)'.\(guess)\(all)"
  }

  private static func alternatives(_ values: [String]) -> String {
    values.map { "'\($0)'" }.joined(separator: " or ")
  }
}

extension LaunchConfiguration {
  /// Returns the value that was given with the option; throws if it is none of the known ones.
  public nonisolated func value(
    of option: LaunchOption, among known: [String], listedBy list: LaunchOption? = nil
  ) throws(UnknownValueError) -> String? {
    guard let value = value(of: option) else { return nil }
    guard known.contains(value) else {
      throw UnknownValueError(option: option.name, value: value, known: known, listedBy: list?.name)
    }
    return value
  }

  /// Checks that every argument is one of the options, or is recognised by the closure.
  public nonisolated func check(
    options: [LaunchOption], recognizes: (String) -> Bool = { _ in false }
  ) throws(LaunchArgumentError) {
    var seen: Set<LaunchOption> = []
    for word in words(of: options) {
      guard let option = word.option else {
        if recognizes(word.written[0]) { continue }
        throw Self.unknown(word.written[0], options)
      }
      guard seen.insert(option).inserted || option.repeats else { throw .repeatedOption(option.name) }
      if let valueName = option.valueName {
        guard word.value?.isEmpty == false else {
          throw .missingValue(option: option.name, valueName: valueName)
        }
      } else if let value = word.value {
        throw .unexpectedValue(option: option.name, value: value)
      }
    }
  }

  private nonisolated static func unknown(_ word: String, _ options: [LaunchOption]) -> LaunchArgumentError {
    guard word.hasPrefix("-") else { return .unexpectedArgument(word) }
    let name = String(word.prefix { $0 != "=" })
    return .unknownOption(
      name, nearest: NearestIdentifiers.nearest(to: name, in: options.map(\.name), limit: 1))
  }
}
