import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import Leaks
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("The desk for resets", .timeLimit(.minutes(60)))
struct ResetDeskTests {
  @Test("has a number for each reset, with what came of it")
  func entries() async throws {
    let app = try ScaffoldedApp()
    try await app.start(["--reset-on", "button"])
    _ = await app.desk.request(ResetRequest(), from: .button).value
    _ = await app.desk.request(ResetRequest(launchArguments: ["--unknown"]), from: .controlSocket).value
    let records = await app.desk.records()
    #expect(app.desk.count == 2)
    #expect(records.map(\.number) == [1, 2])
    #expect(records.map(\.trigger) == [.button, .controlSocket])
    #expect(records.map(\.receipt?.generation) == [2, nil])
    #expect(records.map(\.refusal) == [nil, .notUnderstood("Unknown option '--unknown'.")])
    #expect(await app.desk.records(after: 1).map(\.number) == [2])
    #expect(await app.desk.records(after: .max).isEmpty)
  }

  @Test("refuses a way that is not open, leaves the app as it is, and notes that")
  func closedWay() async throws {
    let app = try ScaffoldedApp()
    try await app.start(["--reset-on", "button,beep"])
    let session = app.host.session
    let result = await app.desk.request(ResetRequest(), from: .http).value
    let refusal = ErrorReply(
      .forbidden,
      "--reset-on lists button, beep, and not http; the control socket is open to resets always.")
    #expect(throws: refusal) { try result.get() }
    #expect(app.host.session === session)
    #expect(await app.desk.records().map(\.trigger) == [.http])
  }

  @Test("tells a request that makes no sense from a failed reset, also while another one is under way")
  func overlapping() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let good = app.desk.request(ResetRequest(), from: .controlSocket)
    let wrong = app.desk.request(ResetRequest(launchArguments: ["--unknown"]), from: .controlSocket)
    #expect(try await good.value.get().generation == 2)
    await #expect(throws: ErrorReply.notUnderstood("Unknown option '--unknown'.")) {
      try await wrong.value.get()
    }
    #expect(app.host.generation == 2)
  }

  @Test(
    "tells of each of two overlapping resets what its generation shows, and what those before it have left")
  func overlappingReceipts() async throws {
    let keeper = SecondSessionKeeper()
    let app = try ScaffoldedApp(observers: [keeper], feature: NumberedFeature())
    try await app.start()
    let first = app.desk.request(ResetRequest(), from: .controlSocket)
    let second = app.desk.request(ResetRequest(), from: .controlSocket)
    let (two, three) = (try await first.value.get(), try await second.value.get())
    #expect(two.generation == 2 && two.screen == "page-2" && two.leaks == [])
    #expect(three.generation == 3 && three.screen == "page-3")
    #expect(three.leaks.map(\.generation) == [2])
  }

  @Test("refuses a reset of a generation that another one, asked for before, has ended meanwhile")
  func staleInItsTurn() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let first = app.desk.request(ResetRequest(generation: 1), from: .controlSocket)
    let second = app.desk.request(ResetRequest(generation: 1), from: .controlSocket)
    #expect(try await first.value.get().generation == 2)
    await #expect(throws: ErrorReply.staleGeneration(meant: 1, current: 2)) { try await second.value.get() }
    #expect(app.host.generation == 2)
  }

  @Test("keeps for a reset that waits its turn what the one before has set, unless it says otherwise itself")
  func waitingItsTurn() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let flag = #"EPHEMERAL_{"note.loud":true}"#
    let first = app.desk.request(
      ResetRequest(launchArguments: [flag], launchEnvironment: ["TABLE": "7"]), from: .controlSocket)
    let second = app.desk.request(ResetRequest(), from: .controlSocket)
    let third = app.desk.request(ResetRequest(launchEnvironment: ["TABLE": "8"]), from: .http)
    _ = try (await first.value.get(), await second.value.get(), await third.value.get())
    #expect(app.host.generation == 4)
    #expect(app.host.launch.arguments == [flag])
    #expect(app.host.launch.environment["TABLE"] == "8")
  }

  @Test("lets a beep that waits its turn keep the arguments of the reset before")
  func beepWaitingItsTurn() async throws {
    let app = try ScaffoldedApp()
    try await app.start(["--reset-on", "beep"])
    let flagged = ["--reset-on", "beep", #"EPHEMERAL_{"note.loud":true}"#]
    let first = app.desk.request(ResetRequest(launchArguments: flagged), from: .controlSocket)
    app.scaffolding.ways?.hear(.stubData)
    _ = try await first.value.get()
    _ = await app.desk.records(after: 1, timeout: .seconds(600))
    #expect(app.host.generation == 3)
    #expect(app.host.launch.arguments == flagged)
  }

  @Test(
    "lets a beep bring back no flags from before another reset with arguments of its own, be they the same")
  func beepAfterArguments() async throws {
    let app = try ScaffoldedApp()
    try await app.start(["--reset-on", "beep", #"EPHEMERAL_{"note.loud":true}"#])
    app.scaffolding.ways?.hear(.realData)
    _ = await app.desk.records(after: 0, timeout: .seconds(600))
    #expect(app.host.launch.arguments == ["--reset-on", "beep"])
    try await app.reset(ResetRequest(launchArguments: ["--reset-on", "beep"]))
    app.scaffolding.ways?.hear(.stubData)
    _ = await app.desk.records(after: 2, timeout: .seconds(600))
    #expect(app.host.launch.arguments == ["--reset-on", "beep"])
  }

  @Test("lets a beep for real data start without situations, whoever brings them, until one for stub data")
  func beepInSituation() async throws {
    final class Situations: AppHostObserver {
      let launchOptions = [LaunchOption("--from", value: "NAME", "Starts in a situation.")]

      func launchAsNew(_ launch: LaunchConfiguration) -> LaunchConfiguration {
        launch.setting(launchOptions[0], to: nil)
      }
    }
    let app = try ScaffoldedApp(observers: [Situations()])
    let words = ["--reset-on", "beep", "--from", "soup"]
    try await app.start(words)
    for (number, arguments) in [["--reset-on", "beep"], words].enumerated() {
      app.scaffolding.ways?.hear(number == 0 ? .realData : .stubData)
      _ = await app.desk.records(after: number, timeout: .seconds(600))
      #expect(app.host.launch.arguments == arguments)
    }
  }

  @Test("tells in the next receipt what could not be deleted of the erased data")
  func undeleted() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try await app.keep("hello")
    let folder = try #require(app.host.container.folders.first { $0.parts.contains("Documents") }).path
    // A folder without its mark is no container.
    let mark = "\(folder)/.cleanslate-container"
    try FileManager.default.moveItem(atPath: mark, toPath: "\(folder)/mark")
    try await app.reset()
    #expect(await Waiting.until { !app.desk.trash.failures.isEmpty })
    try FileManager.default.moveItem(atPath: "\(folder)/mark", toPath: mark)
    let receipt = try await app.reset()
    #expect(!receipt.isClean && receipt.failures.map(\.name) == ["erased data \"\(folder)\""])
    #expect(try await app.reset().isClean)
  }

  @Test("keeps the latest hundred")
  func capacity() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    for _ in 1...110 {
      _ = await app.desk.request(ResetRequest(launchArguments: ["--unknown"]), from: .controlSocket).value
    }
    #expect(app.desk.count == 110)
    #expect(await app.desk.records().map(\.number) == Array(11...110))
  }

  @Test("answers whoever waits when a reset is done, and at once if it is done already")
  func waiting() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    // Longer than the test may take: whoever is not woken finds the record in the end as well.
    async let early = app.desk.records(after: 0, timeout: .seconds(86_400)).count
    async let also = app.desk.records(after: 0, timeout: .seconds(86_400)).count
    await Task.yield()
    try await app.reset()
    #expect(await early == 1)
    #expect(await also == 1)
    #expect(await app.desk.records(after: 0, timeout: .seconds(600)).count == 1)
    #expect(await app.desk.records(after: 1).isEmpty)
  }

  @Test("is at rest for whoever asks once the resets before the question are over, whatever comes after it")
  func rest() async throws {
    let keeper = SecondSessionKeeper()
    let app = try ScaffoldedApp(observers: [keeper], feature: NumberedFeature())
    try await app.start()
    let (look, end) = AsyncStream<Void>.makeStream()
    app.scaffolding.leaks.wait = { _ in for await _ in look {} }
    let first = app.desk.request(ResetRequest(), from: .controlSocket)
    let atRest = Task.immediate {
      await app.desk.rest()
      return app.desk.count
    }
    let second = app.desk.request(ResetRequest(), from: .controlSocket)
    #expect(try await first.value.get().generation == 2)
    #expect(await atRest.value == 1)
    end.finish()
    #expect(try await second.value.get().leaks.map(\.generation) == [2])
  }
}

/// Shows another screen in each generation.
private struct NumberedFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    NumberedSession(generation: environment.generation)
  }
}

private final class NumberedSession: FeatureSession {
  private let generation: Int

  init(generation: Int) { self.generation = generation }

  var body: Element { Screen("page-\(generation)", title: "Page") {}.element }
}

/// Holds on to what the second generation has.
private final class SecondSessionKeeper: AppHostObserver {
  private var kept: (any FeatureSession)?

  func host(_ host: AppHost, didFinish step: RestartStep) {
    if step == .draw, host.generation == 2 { kept = host.session }
  }
}
