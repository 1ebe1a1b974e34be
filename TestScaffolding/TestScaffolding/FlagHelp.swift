#if DEBUG
import AppRuntime
import ControlProtocol
import FeatureFlags

/// How flags are given on the command line, for an app's help.
@MainActor
enum FlagHelp {
  /// An example for each flag of the feature, and one for its situations; in quotes, as shells want it.
  static func entries(for feature: any FeaturePlugin) -> [HelpSection.Entry] {
    let flags = feature.flags.map { flag in
      HelpSection.Entry(
        quoted(FlagArgument.ephemeral.argument([flag.key: example(for: flag)])),
        "\(sentence(flag.summary)) It is \(flag.defaultValue) otherwise.")
    }
    guard let situation = feature.situations.first else { return flags }
    return flags + [
      HelpSection.Entry(
        quoted(FlagArgument.automation.argument([Start.flag(for: situation): .bool(true)])),
        "Starts in the situation \(situation.name), on top of the data that is here. "
          + "Each situation has such a flag.")
    ]
  }

  private static func sentence(_ text: String) -> String {
    text.last.map(".!?".contains) == true ? text : text + "."
  }

  /// A value other than the default one.
  private static func example(for flag: FlagDeclaration) -> FlagLiteral {
    switch flag.defaultValue {
    case .bool(let value): .bool(!value)
    case .int(let value): .int(value &+ 1)
    case .double(let value): .double(value + 1)
    case .string: .string("text")
    }
  }

  private static func quoted(_ argument: String) -> String { "'\(argument)'" }
}
#endif
