import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import FeatureFlags
import Leaks
import ObjectGraph
import Synchronization
import Testing

@testable import TestScaffolding

@MainActor @Suite("A live reset")
struct LiveResetTests {
  @Test("leaves the tree and the data of a fresh launch, and says what it cleared")
  func cleanSlate() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let freshTree = app.host.tree
    let freshData = try KeptData(host: app.host).list.parts
    try await app.keep("hello")
    #expect(try KeptData(host: app.host).list.parts != freshData)

    let receipt = try await app.reset()

    #expect(app.host.tree == freshTree)
    #expect(try KeptData(host: app.host).list.parts == freshData)
    #expect(receipt.generation == 2)
    #expect(!receipt.keptData)
    let counts = receipt.cleared.map { "\($0.part) \($0.count)" }
    #expect(
      counts == [
        "documents 1", "library 1", "caches 1", "preferences 1", "properties 1", "secrets.genericPassword 1",
        "secrets.internetPassword 1", "secrets.certificate 1", "secrets.key 1", "secrets.identity 1",
        "group.group.notes.files 1", "group.group.notes.preferences 1",
      ])
    #expect(receipt.survived == [] && receipt.failures == [])
  }

  @Test("times each of its steps")
  func steps() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let receipt = try await app.reset()
    #expect(
      receipt.steps.map(\.name) == [
        "quiesce", "rememberObjects", "endSessions", "dropWindow", "compareProcess", "erase", "verify",
        "build", "draw",
        "settle", "findLeaks",
      ])
    #expect(receipt.steps.allSatisfy { $0.nanoseconds >= 0 })
    #expect(receipt.nanoseconds >= receipt.steps.map(\.nanoseconds).reduce(0, +))
  }

  @Test("keeps the data when it is asked to")
  func keepData() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try await app.keep("hello")
    let data = try KeptData(host: app.host).list.parts
    let receipt = try await app.reset(ResetRequest(keepData: true))
    #expect(receipt.keptData && receipt.cleared == [])
    #expect(try KeptData(host: app.host).list.parts == data)
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "hello")
  }

  @Test("writes the data of a situation again where it erases, and not over data that it keeps")
  func situation() async throws {
    let app = try ScaffoldedApp()
    try await app.start([#"AUTOMATION_{"simulateUserWithANote":true}"#])
    try await app.keep("goodbye")
    for arguments in [nil, app.host.launch.arguments] {
      try await app.reset(ResetRequest(launchArguments: arguments, keepData: true))
      #expect(app.host.tree.first(withIdentifier: "shown")?.label == "goodbye")
    }
    try await app.reset()
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "hello")
  }

  @Test("carries new launch arguments and environment, which stay until the next change")
  func newLaunch() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try await app.reset(
      ResetRequest(
        launchArguments: [#"EPHEMERAL_{"note.loud":true}"#, #"AUTOMATION_{"simulateUserWithANote":true}"#],
        launchEnvironment: ["FOOD": "soup"]))
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "HELLO")
    #expect(app.host.environment?.launch.environment["FOOD"] == "soup")
    try await app.reset()
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "HELLO")
    try await app.reset(ResetRequest(launchArguments: [], launchEnvironment: [:]))
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "")
    #expect(app.host.environment?.launch.environment["FOOD"] == nil)
  }

  @Test(
    "is refused with the reason when the app cannot use its arguments, and the app runs on as it was",
    arguments: [
      ("--unknown", "Unknown option '--unknown'."),
      ("word", "Unexpected argument 'word'."),
      ("--open=nowhere", "\"nowhere\" is not a link."),
      ("EPHEMERAL_{", "The flags of the EPHEMERAL_{…} launch arguments cannot be read"),
      (#"EPHEMERAL_{"note.laud":true}"#, "sets the flag \"note.laud\", which no feature declares"),
      (#"EPHEMERAL_{"note.loud":1}"#, "the flag is a Bool"),
      (#"EPHEMERAL_{"note.loud":true,"note.loud":false}"#, "The flag \"note.loud\" is set twice"),
      (#"AUTOMATION_{"simulateRain":true}"#, "It knows \"simulateUserWithANote\"."),
      (#"AUTOMATION_{"simulateUserWithANote":"yes"}"#, "is a Bool, but is set to \"yes\""),
    ])
  func refused(argument: String, reason: String) async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try await app.keep("precious")
    let session = app.host.session
    let error = await #expect(throws: ErrorReply.self) {
      try await app.reset(ResetRequest(launchArguments: [argument]))
    }
    #expect(error?.code == .badConfiguration)
    #expect(error?.message.contains(reason) == true)
    #expect(app.host.session === session)
    #expect(app.host.generation == 1)
    #expect(try app.host.environment?.data.preferences.string(forKey: "note") == "precious")
  }

  @Test("says that it has happened when only the link of its arguments leads nowhere")
  func badLink() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try await app.keep("gone")
    let error = await #expect(throws: ErrorReply.self) {
      try await app.reset(ResetRequest(launchArguments: ["--open", "note://nowhere"]))
    }
    #expect(
      error
        == .failed(
          """
          The app was reset, but not as it was asked to: The link "note://nowhere" leads to no screen of this app.
          """))
    #expect(app.host.generation == 2)
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "")
  }

  @Test("erases what the app keeps elsewhere and has registered, and says what of it survived")
  func registeredPart() async throws {
    let app = try ScaffoldedApp()
    let cloud = CloudMirror()
    app.host.container.register(cloud)
    try await app.start()
    cloud.items.withLock { $0 = ["a", "b"] }
    let receipt = try await app.reset()
    #expect(receipt.cleared == [ResetReceipt.Cleared(part: "cloud", count: 2)])
    #expect(receipt.isClean)

    cloud.items.withLock { $0 = ["stubborn"] }
    let second = try await app.reset()
    #expect(second.failures == [.init(part: "cloud", item: "stubborn", reason: "the cloud says no")])
    #expect(second.survived.map(\.part) == ["cloud"])
    #expect(!second.isClean)
  }

  @Test("is not begun with where the first start cannot erase everything, and each part is named once")
  func survivorOfTheFirstStart() async throws {
    let app = try ScaffoldedApp()
    let cloud = CloudMirror()
    app.host.container.register(cloud)
    cloud.items.withLock { $0 = ["stubborn"] }
    let error = await #expect(throws: ScaffoldingError.self) { try await app.start(["--ResetData"]) }
    #expect(
      error?.description
        == "--ResetData could not erase everything: cloud: stubborn: the cloud says no; "
        + "cloud: it is not empty after it was erased")
  }

  @Test("names an object of the old generation that is still alive, once it is held from elsewhere")
  func leak() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    app.leakage.sessions = [try #require(app.host.session as? NoteSession)]
    let receipt = try await app.reset()
    // The session is held by somebody outside, and everything else by the session; the window is gone.
    #expect(receipt.leaks.map(\.summary) == ["NoteSession (NoteSession, generation 1)"])
    let holders = try #require(receipt.leaks.first?.details)
    #expect(holders.first?.hasPrefix("held ") == true)
    // What each generation has of the modules below the features says nothing.
    #expect(!holders.contains { $0.contains("AppEnvironment") }, "\(holders)")
    #expect(!receipt.isClean)
    app.leakage.sessions = []
    #expect(try await app.reset().leaks == [])
  }

  @Test("passes over what is expected to survive, remembers it no longer and waits for nothing")
  func expectedSurvivors() async throws {
    let app = try ScaffoldedApp()
    let leaks = app.scaffolding.leaks
    try await app.start()
    func holdPaper() throws {
      app.leakage.paper.append(try #require(app.host.session as? NoteSession).paper)
    }
    try holdPaper()
    #expect(try await app.reset().leaks.map(\.type) == ["Paper"])
    #expect(leaks.hasSurvivors(before: 2))

    leaks.expectedToSurvive(Paper.self, reason: "paper is patient")
    try holdPaper()
    leaks.track(try #require(app.leakage.paper.last), as: "paper", generation: 2)
    #expect(try await app.reset().leaks == [])
    #expect(!leaks.hasSurvivors(before: 3))

    let session = try #require(app.host.session as? NoteSession)
    leaks.track(session, as: "session", generation: 3)
    app.leakage.sessions = [session]
    #expect(try await app.reset().leaks.map(\.type) == ["NoteSession", "NoteSession"])
  }

  @Test("says what the walk of the generation that it ended could not look into, as the list of leaks does")
  func notLookedInto() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    #expect(try await fixture.ask(.leaks).decoded(LeaksReply.self).notLookedInto == [])
    let expected = ["UnsafeMutablePointer<Int> (NoteSession.paper -> Paper -> ink)"]
    let receipt = try await fixture.ask(.reset).decoded(ResetReceipt.self)
    #expect(receipt.notLookedInto == expected)
    #expect(try await fixture.ask(.leaks).decoded(LeaksReply.self).notLookedInto == expected)
    #expect(receipt.isClean)
  }

  /// A feature whose sessions can be made or not; what it is not made in stays.
  private struct MoodyFeature: FeaturePlugin {
    final class Mood {
      var isBad = false
      var grudges: [AppEnvironment] = []
    }

    struct Refusal: Error {}

    var flags: [FlagDeclaration] { [NoteFeature.loud.declaration] }
    let mood: Mood

    @MainActor func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
      if !mood.isBad { return NoteSession(environment: environment) }
      mood.grudges.append(environment)
      throw Refusal()
    }
  }

  @Test("finds what is left of a generation whose session could not be made")
  func withoutSession() async throws {
    let mood = MoodyFeature.Mood()
    let app = try ScaffoldedApp(feature: MoodyFeature(mood: mood))
    try await app.start()
    mood.isBad = true
    await #expect(throws: ErrorReply.self) { try await app.reset() }
    mood.isBad = false
    let leaks = try await app.reset().leaks
    #expect(leaks.map(\.summary) == ["AppEnvironment (AppEnvironment, generation 2)"])
    mood.grudges = []
    #expect(try await app.reset().leaks == [])
  }

  @Test("finds sessions and windows that survive also where memory is not as expected, and says so")
  func distrust() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let tracker = LeakTracker(graph: ObjectGraph(problem: "a closure is not where it was"))
    tracker.remember(app.host)
    tracker.didReset()
    app.leakage.sessions = [try #require(app.host.session as? NoteSession)]
    try await app.reset()
    let leaks = await tracker.leftBehind(in: app.host).leaks
    #expect(
      leaks.map(\.summary) == [
        "NoteSession (NoteSession, generation 1)", "AppEnvironment (AppEnvironment, generation 1)",
      ])
    #expect(
      tracker.notLookedInto == [
        "all objects, as the memory of this process is not as expected: a closure is not where it was"
      ])
    #expect(tracker.objectsHeld(by: app.host) == [:])
    app.leakage.sessions = []
  }

  @Test("waits for an object that queued work lets go of")
  func lateRelease() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    var held = app.host.session
    Task {
      await Task.yield()
      _ = held
      held = nil
    }
    let receipt = try await app.reset()
    #expect(receipt.leaks.filter { $0.generation == 1 && $0.name == "session" } == [])
  }

  @Test("ends work that is under way")
  func pendingWork() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    try app.host.perform(.tap("wait"))
    let receipt = try await app.reset()
    #expect(receipt.abandonedWork == [])
    #expect(receipt.busy == [])
    #expect(app.host.activities == [])
  }

  @Test("does the same ten times over")
  func repeated() async throws {
    let app = try ScaffoldedApp()
    try await app.start()
    let fresh = app.host.tree
    for round in 2...11 {
      try await app.keep("round \(round)")
      let receipt = try await app.reset()
      #expect(receipt.isClean)
      #expect(receipt.generation == round)
      #expect(app.host.tree == fresh)
    }
  }
}

/// Something that an app keeps outside its container.
private final class CloudMirror: DataPart {
  let name = "cloud"
  let items = Mutex<[String]>([])

  func inventory() throws -> Inventory {
    Inventory(items.withLock(\.self).map { Inventory.Entry(key: $0, bytes: 1, digest: Digest(of: $0.utf8)) })
  }

  func erase() -> ErasureResult {
    items.withLock { items in
      let stubborn = items.filter { $0 == "stubborn" }
      defer { items = stubborn }
      return ErasureResult(
        part: name, count: items.count - stubborn.count,
        failures: stubborn.map { ErasureFailure(item: $0, reason: "the cloud says no") })
    }
  }

  func verifyEmpty() throws -> Bool { items.withLock(\.isEmpty) }
}
