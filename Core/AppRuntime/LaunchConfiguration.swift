package import OperatingSystem

/// What an app is started with: the words on its command line and its environment variables.
public nonisolated struct LaunchConfiguration: Sendable, Equatable {
  /// The words after the name of the executable.
  public var arguments: [String]
  /// The environment variables.
  public var environment: [String: String]

  /// Creates a configuration.
  public init(arguments: [String] = [], environment: [String: String] = [:]) {
    self.arguments = arguments
    self.environment = environment
  }

  /// Returns whether the option was given.
  public func contains(_ option: LaunchOption) -> Bool { words(of: [option]).contains { $0.option != nil } }

  /// Returns the value that was given with the option, as `--name value` or `--name=value`.
  public func value(of option: LaunchOption) -> String? {
    words(of: [option]).first { $0.option != nil }?.value
  }

  /// Returns a copy with another value for the option, or without the option for nil.
  public func setting(_ option: LaunchOption, to value: String?) -> LaunchConfiguration {
    var copy = self
    copy.arguments = words(of: [option]).filter { $0.option == nil }.flatMap(\.written)
    if let value { copy.arguments += [option.name, value] }
    return copy
  }

  /// Splits the command line into options and other words.
  package func words(of options: [LaunchOption]) -> [CommandWord<LaunchOption>] {
    CommandWord.all(in: arguments) { name in
      options.first { $0.name == name || $0.shortName == name }.map { ($0, $0.valueName != nil) }
    }
  }
}

/// An option that an app or a feature understands on its command line.
public nonisolated struct LaunchOption: Sendable, Hashable {
  /// The option that every app has, to start on another screen than the first.
  public static let open = LaunchOption(
    "--open", value: "LINK", "Starts on the screen that the link leads to.")

  /// The option as it is typed: `--plain`.
  public let name: String
  /// A shorter way to type it: `-h`.
  public let shortName: String?
  /// The name of the option's value in the help; nil for an option without a value.
  public let valueName: String?
  /// What the option does, for the help.
  public let summary: String
  /// Whether it may be given more than once.
  public let repeats: Bool

  /// The option with the name of its value: `--open LINK`.
  public var usage: String {
    (shortName.map { "\($0), " } ?? "") + (valueName.map { "\(name) \($0)" } ?? name)
  }

  /// Declares an option.
  public init(
    _ name: String, short shortName: String? = nil, value valueName: String? = nil, repeats: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.shortName = shortName
    self.valueName = valueName
    self.summary = summary
    self.repeats = repeats
  }
}
