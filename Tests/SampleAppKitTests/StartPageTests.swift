import AppData
import AppRuntime
import ElementTree
import OnboardingFeature
import TestSupport
import Testing

@testable import SampleAppKit

@MainActor @Suite("The start page of a sample app")
struct StartPageTests {
  private let home: TemporaryHome
  private let host: AppHost

  init() throws {
    home = try TemporaryHome()
    let situations = Situations(
      of: AppDefinition(
        name: "SampleOnboarding", version: "1", id: "net.cleanslate.tests.start-page",
        linkScheme: "storefront", feature: OnboardingFeature()))
    host = AppHost(
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
