import AppData
import AppRuntime
import ElementTree
import Observation
import OnboardingFeature
import TestSupport
import Testing

@testable import SampleAppKit

/// A note that nobody saves.
private struct DraftFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession { DraftSession() }
}

private enum DraftField: String { case text = "draft-text" }

@MainActor @Observable
private final class DraftSession: FeatureSession {
  private var text = ""

  var body: Element {
    Screen("draft", title: "Draft") { TextField("Text", id: DraftField.text, text: text) }.element
      .traits(text.isEmpty ? [] : [.unsaved])
  }

  func edit(_ field: DraftField, to text: String) { self.text = text }

  func open(_ link: DeepLink) -> Bool { link.path == ["draft"] }
}

@MainActor @Suite("The start page of a sample app")
struct StartPageTests {
  private let home: TemporaryHome
  private let host: AppHost

  init() throws {
    home = try TemporaryHome()
    host = try Self.host(of: OnboardingFeature(), in: home)
  }

  private static func host(of feature: any FeaturePlugin, in home: TemporaryHome) throws -> AppHost {
    let situations = Situations(
      of: AppDefinition(
        name: "SampleOnboarding", version: "1", id: "net.cleanslate.tests.start-page",
        linkScheme: "storefront", feature: feature))
    return AppHost(
      situations.definition,
      container: try AppContainer.open(
        AppIdentity(id: situations.definition.id), in: BaseDirectories(environment: home.environment)),
      observers: [situations])
  }

  private func start(_ arguments: String...) async throws {
    try await host.restart(with: LaunchConfiguration(arguments: arguments, environment: home.environment))
  }

  private func tap(_ identifier: String) async throws {
    try host.perform(.tap(identifier))
    #expect(await host.settle(timeout: .seconds(600)) == [])
  }

  private var screen: String? { host.tree.screen?.identifier }

  @Test("lists the situations of the feature")
  func list() async throws {
    try await start()
    #expect(
      host.tree.treeDescription == """
        window "SampleOnboarding"
          screen #start-page "Start page"
            text #headline "What would you like to see?" heading
            list #situations "Situations"
              cell #start-from-here "Go on with the data that is here." focused
              cell #start-from-userAlreadyOnboarded "Somebody who has finished onboarding: Ada, who wants to hear \
        about her orders."
            text "All but the first replace your data." secondary
            text "For --from, each has a name: see --list-situations." secondary
            button #start-settings "Settings"
        """)
  }

  @Test("starts the feature in the situation, and is there again at the end of going back")
  func situation() async throws {
    try await start()
    try await tap("start-from-userAlreadyOnboarded")
    #expect(screen == "home")
    #expect(host.generation == 2)
    try host.perform(.back)
    #expect(await host.settle(timeout: .seconds(600)) == [])
    #expect(screen == "start-page")
    #expect(host.launch.arguments == [])
  }

  @Test("goes on with the data that is there, or in place of it with those of the situation")
  func data() async throws {
    try await start()
    try await tap("start-from-here")
    try await tap("continue")
    #expect(screen == "tour-1")
    try host.perform(.back)
    #expect(screen == "welcome")
    try await tap("continue")
    try await start()
    try await tap("start-from-here")
    #expect(screen == "tour-1")
    try await start()
    try await tap("start-from-userAlreadyOnboarded")
    #expect(screen == "home")
  }

  @Test("is passed by on the command line, by situation or by link")
  func commandLine() async throws {
    try await start("--from", "userAlreadyOnboarded")
    #expect(screen == "home")
    try await start("--open", "storefront://home")
    #expect(screen == "home")
  }

  @Test("is there again at the end of going back, also where a link has led past the first screen")
  func backFromLink() async throws {
    try await start("--from", "userAlreadyOnboarded", "--open", "storefront://home")
    #expect(screen == "home")
    try host.perform(.back)
    #expect(await host.settle(timeout: .seconds(600)) == [])
    #expect(screen == "start-page" && host.launch.arguments == [])
  }

  @Test("asks on the way back before something is lost that is not saved")
  func unsaved() async throws {
    let home = try TemporaryHome()
    let host = try Self.host(of: DraftFeature(), in: home)
    func perform(_ action: Action) async throws {
      try host.perform(action)
      #expect(await host.settle(timeout: .seconds(600)) == [])
    }
    try await host.restart(with: LaunchConfiguration(arguments: ["--from", "here"]))
    try await perform(.edit("draft-text", text: "No onions"))
    for answer in [Action.back, .tap("return-keep")] {
      try await perform(.back)
      #expect(
        host.tree.activeElement.treeDescription == """
          alert #return-alert "Discard what you wrote?"
            text "It has not been saved yet."
            group row
              button #return-keep "Keep it" focused primary
              button #return-discard "Discard" destructive
          """)
      try await perform(answer)
      #expect(host.tree.activeElement.role != .alert)
      #expect(host.tree.first(withIdentifier: "draft-text")?.value == "No onions")
    }
    try await perform(.back)
    #expect(throws: DeepLinkError.self) { try host.open("storefront://nowhere") }
    #expect(host.tree.activeElement.role == .alert)
    try host.open("storefront://draft")
    #expect(host.tree.activeElement.role != .alert)
    try await perform(.back)
    #expect(host.generation == 1)
    try await perform(.tap("return-discard"))
    #expect(host.generation == 2 && host.tree.screen?.identifier == "start-page")
  }

  @Test("refuses a situation that the app does not have, with the nearest one")
  func unknown() async throws {
    let error = await #expect(throws: UnknownValueError.self) {
      try await start("--from", "userAlreadyOnborded")
    }
    #expect(
      error?.description == """
        'userAlreadyOnborded' is not a value of '--from'. Did you mean 'userAlreadyOnboarded'? \
        It takes: here, userAlreadyOnboarded.
        """)
  }

  @Test("leads to the settings and back")
  func settings() async throws {
    try await start()
    try await tap("start-settings")
    #expect(screen == "settings")
    try await tap("flag-onboarding.shortTour")
    try host.perform(.back)
    #expect(screen == "settings")
    try host.perform(.back)
    #expect(screen == "start-page")
  }

  @Test("gives a situation its data once: what is changed since then stays when the app starts again")
  func preparedOnce() async throws {
    try await start("--from", "userAlreadyOnboarded")
    try await tap("start-over")
    try await tap("confirm-start-over")
    #expect(screen == "welcome")
    host.environment?.restart(.init())
    #expect(await host.settle(timeout: .seconds(600)) == [])
    #expect(host.generation == 2 && screen == "welcome")
  }

  @Test("is there again once the data of a situation are erased, and not those data")
  func erased() async throws {
    try await start("--from", "userAlreadyOnboarded")
    host.environment?.restart(.init(erasesData: true))
    #expect(await host.settle(timeout: .seconds(600)) == [])
    #expect(screen == "start-page")
    #expect(host.launch.arguments == [])
    try await tap("start-from-here")
    #expect(screen == "welcome")
    host.environment?.restart(.init(erasesData: true))
    #expect(await host.settle(timeout: .seconds(600)) == [])
    #expect(screen == "welcome")
  }
}
