#if DEBUG
import AppRuntime
import ControlProtocol
import FeatureFlags

/// Tells with what the app can be begun anew.
@MainActor
enum Setup {
  static func make(of host: AppHost, processEnvironment: [String: String]) -> SetupReply {
    SetupReply(
      generation: host.generation,
      flags: (host.environment?.flags.all ?? []).map { declaration, resolved in
        SetupReply.Flag(
          key: declaration.key, type: declaration.type.rawValue, value: text(resolved.value),
          layer: resolved.layer.rawValue, summary: declaration.summary)
      },
      situations: host.definition.feature.situations.map { situation in
        SetupReply.Situation(
          name: situation.name, summary: situation.summary,
          argument: FlagArgument.automation.argument([ScaffoldingLaunch.flag(for: situation): .bool(true)]))
      },
      launchArguments: host.repeatableArguments,
      launchEnvironment: host.launch.environment.filter { processEnvironment[$0.key] != $0.value })
  }

  /// The value as it is typed into a form: text without its quotation marks.
  private static func text(_ literal: FlagLiteral) -> String {
    if case .string(let text) = literal { text } else { literal.description }
  }
}

@MainActor
extension AppHost {
  /// The launch arguments that make sense to a reset or to another process, however that one is shown and served.
  var repeatableArguments: [String] {
    let dropped = interfaceOptions + ControlOption.allCases.map(LaunchOption.init)
    return launch.words(of: launchOptions).filter { word in
      word.option.map { !dropped.contains($0) } ?? (FlagArgument.kind(of: word.written[0]) != nil)
    }
    .flatMap(\.written)
  }
}
#endif
