import AppData
import AppRuntime
import ElementTree
import FeatureFlags
import SettingsScreens
import TestSupport
import Testing

/// An app that is nothing but its settings and three flags.
private struct FlaggedFeature: FeaturePlugin {
  static let short = FeatureFlag("tour.short", default: false, "Shortens the tour.")
  static let pages = FeatureFlag("tour.pages", default: 3, "How many pages.")
  static let title = FeatureFlag("shop.title", default: "Shop", "The name over the door.")

  var flags: [FlagDeclaration] {
    [Self.short.declaration, Self.pages.declaration, Self.title.declaration]
  }

  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    SettingsFeature(appName: "Sample", version: "1.2").makeSession(in: environment)
  }
}

/// What the launch sets.
private final class Launched: AppHostObserver {
  var flags: [String: FlagLiteral] = [:]

  func additions(to launch: LaunchConfiguration) -> StartAdditions { StartAdditions(ephemeralFlags: flags) }
}

@MainActor @Suite("The settings screen")
struct SettingsTests {
  private let home: TemporaryHome
  private let host: AppHost
  private let launched = Launched()

  init() async throws {
    home = try TemporaryHome()
    host = AppHost(
      AppDefinition(
        name: "Sample", version: "1.2", id: "net.cleanslate.tests.settings", linkScheme: "sample",
        feature: FlaggedFeature(),
        bundledFlags: ["tour.pages": .int(2)]),
      container: try AppContainer.open(
        AppIdentity(id: "net.cleanslate.tests.settings"), in: BaseDirectories(environment: home.environment)),
      observers: [launched])
    try await host.restart(with: LaunchConfiguration(environment: home.environment))
  }

  private func tap(_ identifiers: String...) async throws {
    for identifier in identifiers {
      try host.perform(.tap(identifier))
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
  }

  private func text(_ identifier: String) -> String? { host.tree.first(withIdentifier: identifier)?.label }

  @Test("lists every flag with its value and where that comes from, the data and the version")
  func overview() {
    #expect(
      host.tree.treeDescription == """
        window "Sample"
          screen #settings "Settings"
            list #settings-flags "Flags"
              cell #flag-shop.title "shop.title" value: "\\"Shop\\", default" focused
              cell #flag-tour.pages "tour.pages" value: "2, shipped with the app"
              cell #flag-tour.short "tour.short" value: "false, default"
            group "Data"
              button #settings-erase "Erase my data" destructive
            text #settings-version "Sample 1.2" secondary
        """)
  }

  @Test("overrides a flag for its user, and forgets that again")
  func override() async throws {
    try await tap("flag-tour.short", "settings-flag-toggle")
    #expect(text("settings-flag-now") == "Now: true, your choice")
    try await tap("settings-restart")
    #expect(host.generation == 2)
    #expect(host.environment?.flags.resolve(FlaggedFeature.short) == ResolvedFlag(value: true, layer: .user))
    try await tap("flag-tour.short", "settings-flag-clear", "settings-restart")
    #expect(host.environment?.flags.resolve(FlaggedFeature.short).layer == .default)
  }

  @Test("reads numbers and texts, and says what is wrong with what it cannot read")
  func values() async throws {
    try await tap("flag-tour.pages")
    #expect(host.tree.screen?.traits.contains(.unsaved) == false)
    try host.perform(.edit("settings-flag-value", text: "many"))
    #expect(host.tree.screen?.traits.contains(.unsaved) == true)
    try await tap("settings-flag-save")
    #expect(text("settings-problem") == "\"many\" is not a whole number.")
    #expect(text("settings-flag-now") == "Now: 2, shipped with the app")
    try host.perform(.edit("settings-flag-value", text: "7"))
    try await tap("settings-flag-save")
    #expect(text("settings-flag-now") == "Now: 7, your choice")
    #expect(text("settings-problem") == nil)
    try host.perform(.back)
    try await tap("flag-shop.title")
    try host.perform(.edit("settings-flag-value", text: "Corner \"Shop\""))
    try await tap("settings-flag-save", "settings-restart")
    #expect(host.environment?.flags[FlaggedFeature.title] == "Corner \"Shop\"")
    #expect(host.environment?.flags[FlaggedFeature.pages] == 7)
  }

  @Test("changes, shows and forgets the user's choice for a flag that the launch decides")
  func decidedByLaunch() async throws {
    launched.flags = ["tour.short": .bool(true), "shop.title": .string("Launched")]
    try await host.restart(with: host.launch)
    try await tap("flag-tour.short")
    #expect(text("settings-flag-choice") == nil)
    #expect(host.tree.first(withIdentifier: "settings-flag-clear") == nil)
    for choice in [false, true, false] {
      try await tap("settings-flag-toggle")
      #expect(text("settings-flag-now") == "Now: true, given at launch")
      #expect(text("settings-flag-choice") == "Your choice: \(choice)")
      #expect(host.environment?.flags.userValues == ["tour.short": .bool(choice)])
    }
    #expect(text("settings-restart-note") == nil)
    try await tap("settings-flag-clear")
    #expect(host.environment?.flags.userValues == [:])
    #expect(text("settings-flag-choice") == nil)

    try host.open("sample://settings/flags/shop.title")
    try host.perform(.edit("settings-flag-value", text: "Mine"))
    try await tap("settings-flag-save")
    #expect(host.tree.first(withIdentifier: "settings-flag-value")?.value == "Mine")
    #expect(text("settings-flag-choice") == "Your choice: \"Mine\"")
    #expect(host.tree.screen?.traits.contains(.unsaved) == false)
    launched.flags = [:]
    try await host.restart(with: host.launch)
    #expect(host.environment?.flags[FlaggedFeature.title] == "Mine")
  }

  @Test("erases everything, but only after it has asked")
  func erase() async throws {
    try await tap("flag-tour.short", "settings-flag-toggle")
    try host.perform(.back)
    try await tap("settings-erase", "settings-keep")
    #expect(host.generation == 1)
    try await tap("settings-erase", "settings-confirm-erase")
    #expect(host.generation == 2)
    #expect(host.environment?.flags.resolve(FlaggedFeature.short).layer == .default)
    #expect(try host.environment?.data.preferences.keys == [])
  }

  @Test("says that a start is needed only while something else would be in effect after it")
  func changedBack() async throws {
    try await tap("flag-tour.short", "settings-flag-toggle")
    #expect(text("settings-restart-note") != nil)
    try await tap("settings-flag-clear")
    #expect(text("settings-restart-note") == nil)
    try await tap("settings-flag-toggle", "settings-flag-toggle")
    #expect(text("settings-flag-now") == "Now: false, your choice")
    #expect(text("settings-restart-note") == nil)
    try host.perform(.back)
    #expect(text("settings-restart-note") == nil)
  }

  @Test("asks before it starts again where something is not saved, as no reset by a test does")
  func unsaved() async throws {
    func edit() async throws {
      try await tap("flag-tour.short", "settings-flag-toggle")
      try host.perform(.back)
      try await tap("flag-tour.pages")
      try host.perform(.edit("settings-flag-value", text: "7"))
    }
    try await edit()
    for answer in [Action.back, .tap("settings-keep")] {
      try await tap("settings-restart")
      #expect(
        host.tree.activeElement.treeDescription == """
          alert #settings-discard-alert "Discard what you wrote?"
            text "It has not been saved yet."
            group row
              button #settings-keep "Keep it" focused primary
              button #settings-discard "Discard" destructive
          """)
      try host.perform(answer)
      #expect(host.tree.activeElement.role != .alert)
      #expect(host.tree.first(withIdentifier: "settings-flag-value")?.value == "7")
    }
    #expect(host.generation == 1)
    try await tap("settings-restart", "settings-discard")
    #expect(host.generation == 2)

    try await edit()
    _ = await host.beginRestart { _ in }.value
    #expect(host.generation == 3)
    #expect(host.tree.activeElement.role != .alert)
  }

  @Test("opens by link, down to a flag")
  func links() throws {
    try host.open("sample://settings/flags/tour.pages")
    #expect(text("settings-flag-key") == "tour.pages")
    try host.open("sample://settings/flags/tour.gone")
    #expect(text("settings-unknown") == "This app has no flag \"tour.gone\".")
    try host.open("sample://settings")
    #expect(host.tree.screen?.identifier == "settings")
    #expect(throws: DeepLinkError.unknown("sample://settings/else")) {
      try host.open("sample://settings/else")
    }
  }

  @Test("leaves no question and no problem behind when a link is opened")
  func linksAway() async throws {
    try await tap("settings-erase")
    try host.open("sample://settings/flags/tour.pages")
    #expect(host.tree.first { $0.role == .alert } == nil)
    try host.perform(.edit("settings-flag-value", text: "many"))
    try await tap("settings-flag-save")
    #expect(text("settings-problem") != nil)
    try host.open("sample://settings")
    #expect(text("settings-problem") == nil)
    try await tap("flag-tour.pages")
    try host.perform(.edit("settings-flag-value", text: "7"))
    try await tap("settings-flag-save")
    try host.perform(.edit("settings-flag-value", text: "8"))
    try await tap("settings-restart")
    #expect(host.tree.activeElement.role == .alert)
    try host.open("sample://settings")
    #expect(host.tree.first { $0.role == .alert } == nil)
  }
}
