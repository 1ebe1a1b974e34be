#if DEBUG
import AppRuntime
import ControlProtocol
import FeatureFlags
import OperatingSystem

extension ControlRouter {
  /// The flags, situations and links that the app can be started with.
  var setup: SetupReply {
    SetupReply(
      generation: host.generation,
      flags: (host.environment?.flags.all ?? []).map { declaration, resolved in
        SetupReply.Flag(
          key: declaration.key, type: declaration.type.rawValue, value: Self.text(resolved.value),
          layer: resolved.layer.rawValue, summary: declaration.summary)
      },
      situations: host.definition.feature.situations.map { situation in
        SetupReply.Situation(
          name: situation.name, summary: situation.summary,
          argument: FlagArgument.automation.argument([Start.flag(for: situation): .bool(true)]))
      },
      links: host.definition.linkScheme.map { scheme in
        host.definition.feature.linkedPlaces.map { place in
          SetupReply.Link(link: "\(scheme)://\(place.place)", summary: place.summary)
        }
      } ?? [],
      launchArguments: host.repeatableArguments,
      launchEnvironment: host.launch.environment.filter { desk.processEnvironment[$0.key] != $0.value },
      clock: clock.state)
  }

  /// The value as people type it into a form: text without quotation marks.
  private static func text(_ literal: FlagLiteral) -> String {
    if case .string(let text) = literal { text } else { literal.description }
  }
}

@MainActor
extension AppHost {
  /// The options of the scaffolding that say what an app begins with.
  private static let ofStart = [ControlOption.pauseClockAt, .network].map(LaunchOption.init)

  /// The launch arguments that can be passed to a reset or another process. Options about how this process is shown and
  /// served are left out.
  var repeatableArguments: [String] {
    let dropped = interfaceOptions + ControlOption.launchOptions.filter { !Self.ofStart.contains($0) }
    return launch.words(of: launchOptions).filter { word in
      word.option.map { !dropped.contains($0) } ?? (FlagArgument.kind(of: word.written[0]) != nil)
    }
    .flatMap(\.written)
  }
}
#endif
