import AppData
import AppRuntime
import ElementTree
import Foundation
import Testing

@MainActor @Suite("A restart that the app asks for")
struct AppRestartTests {
  @Test("happens once the asker has returned, and is waited for as other work is")
  func later() async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--first"])
    try fixture.host.perform(.tap("more"))
    fixture.host.environment?.restart(.init(launch: LaunchConfiguration(arguments: ["--second"])))
    #expect(fixture.host.generation == 1)
    #expect(fixture.host.activities.map(\.name) == ["restart"])
    await fixture.host.settle()
    #expect(fixture.host.generation == 2)
    #expect(fixture.host.environment?.launch.arguments == ["--second"])
    #expect(fixture.count == "1")
  }

  @Test("erases what the app keeps when it is asked to")
  func erase() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    fixture.host.environment?.restart(.init(erasesData: true))
    await fixture.host.settle()
    #expect(fixture.count == "0")
  }

  @Test("that fails says so on the screen")
  func failure() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "no soup today" }
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.observer.points = [StartingPoint("soup", "") { _ in throw Broken() }]
    fixture.host.environment?.restart(.init())
    await fixture.host.settle()
    #expect(fixture.host.tree.first(withIdentifier: "failure-reason")?.label == "no soup today")
  }
}

@MainActor @Suite("A starting point")
struct StartingPointTests {
  @Test("writes its data and adds its arguments, for the starts that it is named for")
  func prepared() async throws {
    let fixture = try HostFixture()
    fixture.observer.points = [
      StartingPoint("countOf41", "Somebody who has counted.", arguments: ["--added"]) { data in
        try data.preferences.set(41, forKey: "count")
      }
    ]
    try await fixture.start(["--kept"])
    #expect(fixture.count == "41")
    #expect(fixture.host.environment?.launch.arguments == ["--kept", "--added"])
    #expect(fixture.host.launch.arguments == ["--kept"])
    fixture.observer.points = []
    try await fixture.host.restart(with: fixture.host.launch)
    #expect(fixture.host.environment?.launch.arguments == ["--kept"])
  }
}

@MainActor @Suite("A starting point with a link")
struct LinkedStartingPointTests {
  @Test("opens its screen")
  func link() async throws {
    let fixture = try HostFixture()
    fixture.observer.points = [
      StartingPoint("linked", "Another screen.", arguments: ["--open", "counter://linked"])
    ]
    try await fixture.start()
    #expect(fixture.host.tree.screen?.identifier == "linked")
  }
}

@Suite("The locale of an environment")
struct LocaleTests {
  @Test(
    "is the first of LC_ALL, LC_MONETARY and LANG",
    arguments: [
      ([:], "en_US"), (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "C.UTF-8"], "en_US"),
      (["LC_ALL": "", "LC_MONETARY": "ja_JP", "LANG": "de_DE"], "ja_JP"), (["LC_ALL": "nl_NL@euro"], "nl_NL"),
      (["LC_ALL": "POSIX", "LANG": "fr_FR"], "en_US"),
    ] as [([String: String], String)])
  func locale(environment: [String: String], identifier: String) {
    #expect(Locale(posixEnvironment: environment).identifier == identifier)
  }
}

@MainActor @Suite("The services of an app")
struct AppServicesTests {
  private final class Account: SignInStatus {
    var signedInUser: SignedInUser? = SignedInUser(email: "ada@example.com")
    func signOut() throws { signedInUser = nil }
  }

  @Test("are found by protocol for as long as their provider lives")
  func find() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let services = try #require(fixture.host.environment?.services)
    #expect(services.find((any SignInStatus).self) == nil)
    var account: Account? = Account()
    services.provide(try #require(account), as: (any SignInStatus).self)
    #expect(services.find((any SignInStatus).self)?.signedInUser?.email == "ada@example.com")
    account = nil
    #expect(services.find((any SignInStatus).self) == nil)
  }
}
