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

  /// Returns whether the option is given.
  public func contains(_ option: LaunchOption) -> Bool {
    arguments.contains { $0 == option.name || $0.hasPrefix(option.name + "=") }
  }

  /// Returns the value that is given with the option, as `--name value` or `--name=value`.
  public func value(of option: LaunchOption) -> String? {
    for (index, argument) in arguments.enumerated() {
      if argument == option.name { return arguments.dropFirst(index + 1).first }
      if argument.hasPrefix(option.name + "=") { return String(argument.dropFirst(option.name.count + 1)) }
    }
    return nil
  }

  /// Returns the configuration with another value for the option, or without the option for `nil`.
  public func setting(_ option: LaunchOption, to value: String?) -> LaunchConfiguration {
    var copy = self
    copy.arguments = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == option.name {
        if option.valueName != nil { _ = rest.popFirst() }
      } else if !argument.hasPrefix(option.name + "=") {
        copy.arguments.append(argument)
      }
    }
    if let value { copy.arguments += [option.name, value] }
    return copy
  }
}

/// An option that an app or a feature understands on its command line.
public nonisolated struct LaunchOption: Sendable, Hashable {
  /// The option of every app to start on another screen than the first.
  public static let open = LaunchOption(
    "--open", value: "LINK", "Starts on the screen that the link leads to.")

  /// The option as it is typed: `--plain`.
  public let name: String
  /// What the option's value is called in the help, or nothing for an option without a value.
  public let valueName: String?
  /// What the option does, for the help.
  public let summary: String

  /// The option with the name of its value: `--open LINK`.
  public var usage: String { valueName.map { "\(name) \($0)" } ?? name }

  /// Declares an option.
  public init(_ name: String, value valueName: String? = nil, _ summary: String) {
    self.name = name
    self.valueName = valueName
    self.summary = summary
  }
}
