import AppData
import AppRuntime
import ElementTree
import FeatureFlags
import Foundation
import TestSupport
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
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.generation == 2)
    #expect(fixture.host.environment?.launch.arguments == ["--second"])
    #expect(fixture.count == "1")
  }

  @Test("keeps the launch of the restart that it waits for")
  func behindAnother() async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--first"])
    let restart = fixture.host.environment?.restart
    // Its end holds up the end of the generation, and with it the first restart.
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    fixture.host.environment?.tasks.start("take leave") { for await _ in never {} }
    restart?(.init(launch: LaunchConfiguration(arguments: ["--second"])))
    restart?(.init())
    #expect(await fixture.host.settle(timeout: .seconds(600)).isEmpty)
    unused.finish()
    #expect(fixture.host.generation == 3)
    #expect(fixture.host.launch.arguments == ["--second"])
  }

  @Test(
    "changes neither the data nor the launch of another generation than its asker's, and says so on the screen",
    arguments: [true, false])
  func late(erases: Bool) async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--first"])
    try fixture.host.perform(.tap("more"))
    let environment = try #require(fixture.host.environment)
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    environment.tasks.start("delete account") { [restart = environment.restart] in
      for await _ in never {}
      restart(erases ? .init(erasesData: true) : .init(launch: LaunchConfiguration(arguments: ["--second"])))
    }
    // It cancels the work, which asks then and has to wait.
    try await fixture.start(["--new"])
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    unused.finish()
    #expect(fixture.host.generation == 2 && fixture.host.launch.arguments == ["--new"])
    #expect(fixture.count == "1")
    let text = fixture.host.tree.first(withIdentifier: "restart-problem")?.label ?? ""
    #expect(text.hasPrefix("Nothing was erased or changed: the app has been built anew since "), "\(text)")
    // The running generation can.
    fixture.host.environment?.restart(.init(erasesData: true))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.generation == 3 && fixture.count == "0")
  }

  @Test("erases what the app keeps when it is asked to, once where it is asked twice at once")
  func erase() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    let restart = try #require(fixture.host.environment).restart
    for _ in 1...2 { restart(.init(erasesData: true)) }
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.count == "0" && fixture.host.generation == 2)
    #expect(fixture.host.tree.first(withIdentifier: "restart-problem") == nil)
  }

  @Test("builds the new app where not everything could be erased, and says above it what and what to do")
  func unerased() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    let folder = try #require(fixture.host.container.folders.first { $0.parts.contains("Documents") }).path
    let elsewhere = fixture.home.path(.temporary)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/Library", withDestinationPath: elsewhere)
    fixture.host.environment?.restart(.init(erasesData: true))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.generation == 2)
    #expect(fixture.count == "0")
    #expect(
      fixture.host.tree.first(withIdentifier: "erase-problem")?.label == """
        Not everything could be erased. Look at each place that is named here, then try again. \(folder)/Library: there \
        was a link or a file in the place of its folder; it is erased, and nothing that it points to
        """)
    try fixture.host.perform(.tap("dismiss-erase-problem"))
    #expect(fixture.host.tree.floatingElements == [])
    try fixture.host.perform(.tap("more"))
    #expect(fixture.count == "1")
    #expect(FileManager.default.fileExists(atPath: elsewhere))
  }

  @Test("that erases starts without the link of the launch and what observers drop of it, flags stay")
  func asNew() async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--first", "--open", "counter://linked", "--kept"])
    fixture.observer.dropped = "--first"
    fixture.observer.flags = ["counter.step": .int(5)]
    fixture.host.environment?.restart(.init())
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.screen?.identifier == "linked")
    fixture.host.environment?.restart(.init(erasesData: true))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.screen?.identifier == "counter")
    #expect(fixture.host.launch.arguments == ["--kept"])
    try fixture.host.perform(.tap("more"))
    #expect(fixture.count == "5")
    fixture.host.environment?.restart(
      .init(launch: LaunchConfiguration(arguments: ["--open", "counter://linked"]), erasesData: true))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.screen?.identifier == "linked")
  }

  @Test("says above the new app what of the erased data could not be deleted, until it is read")
  func undeleted() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    let folder = try #require(fixture.host.container.folders.first { $0.parts.contains("Documents") }).path
    // A folder without its mark is no container any more.
    fixture.observer.onStep = { step in
      if step == .build { try? FileManager.default.removeItem(atPath: folder + "/.cleanslate-container") }
    }
    fixture.host.environment?.restart(.init(erasesData: true))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.count == "0")
    let text = fixture.host.tree.first(withIdentifier: "trash-problem")?.label ?? ""
    #expect(
      text.hasPrefix("Not all that was erased could be deleted. The next start tries again. \(folder): "))
    try fixture.host.perform(.tap("dismiss-trash-problem"))
    #expect(fixture.host.tree.floatingElements == [])
  }

  @Test("that fails says so on the screen")
  func failure() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "no soup today" }
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.observer.situations = [Situation("soup", "") { _ in throw Broken() }]
    fixture.host.environment?.restart(.init())
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.first(withIdentifier: FailureScreen.reason)?.label == "no soup today")
  }

  @Test(
    "that is refused, or whose link leads nowhere, says so above the app, which goes on",
    arguments: [(["--open", "counter://nowhere"], 2), (["--unknown"], 1)])
  func notice(arguments: [String], generation: Int) async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    for _ in 1...2 {
      fixture.host.environment?.restart(.init(launch: LaunchConfiguration(arguments: arguments)))
      #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    }
    #expect(fixture.host.generation == 1 + 2 * (generation - 1))
    #expect(fixture.host.tree.first(withIdentifier: "restart-problem") != nil)
    try fixture.host.perform(.tap("more"))
    #expect(fixture.count == "1")
    try fixture.host.perform(.tap("dismiss-restart-problem"))
    #expect(fixture.host.tree.first(withIdentifier: "restart-problem") == nil)
    #expect(fixture.count == "1")
  }
}

@MainActor @Suite("A situation")
struct SituationTests {
  @Test("writes its data and adds its arguments, for the starts that it is named for")
  func prepared() async throws {
    let fixture = try HostFixture()
    fixture.observer.situations = [
      Situation("countOf41", "Somebody who has counted.", arguments: ["--added"]) { data in
        try data.preferences.set(41, forKey: "count")
      }
    ]
    try await fixture.start(["--kept"])
    #expect(fixture.count == "41")
    #expect(fixture.host.environment?.launch.arguments == ["--kept", "--added"])
    #expect(fixture.host.launch.arguments == ["--kept"])
    fixture.observer.situations = []
    try await fixture.host.restart(with: fixture.host.launch)
    #expect(fixture.host.environment?.launch.arguments == ["--kept"])
  }

  @Test("writes its data again only where they are erased, or where the app was not in it")
  func preparedOnce() async throws {
    let fixture = try HostFixture()
    let situations = [
      Situation("countOf41", "Somebody who has counted.", arguments: ["--added"]) { data in
        try data.preferences.set(41, forKey: "count")
      }
    ]
    func restart(_ request: AppRestart.Request = .init()) async {
      fixture.host.environment?.restart(request)
      #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    }
    fixture.observer.situations = situations
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    await restart()
    #expect(fixture.count == "42")
    #expect(fixture.host.environment?.launch.arguments == ["--added"])
    await restart(.init(launch: LaunchConfiguration(arguments: ["--new"])))
    #expect(fixture.count == "42")
    #expect(fixture.host.environment?.launch.arguments == ["--new", "--added"])
    await restart(.init(erasesData: true))
    #expect(fixture.count == "41")
    try fixture.host.perform(.tap("more"))
    fixture.observer.situations = []
    await restart()
    #expect(fixture.count == "42")
    fixture.observer.situations = situations
    await restart()
    #expect(fixture.count == "41")
  }
}

@MainActor @Suite("A situation that begins on a screen")
struct PlacedSituationTests {
  @Test("opens it, in an app with links or without, unless the command line has a link")
  func place() async throws {
    for scheme in ["counter", nil] {
      let fixture = try HostFixture(linkScheme: scheme)
      fixture.observer.situations = [Situation("linked", "Another screen.", opening: "linked")]
      try await fixture.start()
      #expect(fixture.host.tree.screen?.identifier == "linked")
    }
    let fixture = try HostFixture()
    fixture.observer.situations = [Situation("linked", "Another screen.", opening: "linked")]
    try await fixture.start(["--open", "counter://other"])
    #expect(fixture.host.tree.screen?.identifier == "other")
  }

  @Test("is refused before anything is torn down where the place is none")
  func malformed() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    fixture.observer.situations = [Situation("broken", "", opening: "%zz")]
    await #expect(throws: DeepLinkError.malformed("%zz")) { try await fixture.start() }
    #expect(fixture.host.generation == 1)
  }

  @Test("begins behind others where those begin nowhere, and keeps its own screen")
  func following() {
    let first = Situation("first", "", opening: "elsewhere", arguments: ["--first"])
    #expect(Situation("own", "", opening: "own").following([first], opening: "tab").place == "own")
    let second = Situation("second", "", arguments: ["--second"]).following([first], opening: "tab")
    #expect(second.place == "tab")
    #expect(second.arguments == ["--first", "--second"])
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
  private protocol Greeter: AnyObject { var greeting: String { get } }
  private final class Waiter: Greeter { let greeting = "Good evening" }

  @Test("are found by protocol for as long as their provider lives")
  func find() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let services = try #require(fixture.host.environment?.services)
    #expect(services.find((any Greeter).self) == nil)
    var waiter: Waiter? = Waiter()
    services.provide(try #require(waiter), as: (any Greeter).self)
    #expect(services.find((any Greeter).self)?.greeting == "Good evening")
    waiter = nil
    #expect(services.find((any Greeter).self) == nil)
  }
}
