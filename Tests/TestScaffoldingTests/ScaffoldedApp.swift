import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import FeatureFlags
import Foundation
import Observation
import TestSupport
import Testing

@testable import TestScaffolding

/// A feature that keeps something in every store, and holds what a test gives it.
struct NoteFeature: FeaturePlugin {
  static let loud = FeatureFlag("note.loud", default: false, "Writes in capitals.")
  static let volume = FeatureFlag("note.volume", default: 1, "How loud.")

  var flags: [FlagDeclaration] { [Self.loud.declaration, Self.volume.declaration] }
  var situations: [Situation] {
    [
      Situation("userWithANote", "Somebody who wrote something.") { data in
        try data.preferences.set("hello", forKey: "note")
      }
    ]
  }
  let linkedPlaces = [LinkedPlace("notes/1", "A note.")]
  var leakage: Leakage?

  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    NoteSession(environment: environment)
  }
}

/// Somewhere outside the app that holds on to sessions and paper.
@MainActor
final class Leakage {
  var sessions: [NoteSession] = []
  var paper: [Paper] = []
}

/// What a session holds; it has nothing itself but memory that no walk looks into, and what a test lays upon it.
final class Paper {
  var cover: AnyObject?
  let ink = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  deinit { ink.deallocate() }
}

enum NoteAction: String { case keep, wait }
enum NoteField: String { case note = "note-field" }

@Observable @MainActor
final class NoteSession: FeatureSession {
  var note: String
  let environment: AppEnvironment
  let paper = Paper()

  init(environment: AppEnvironment) {
    self.environment = environment
    note = (try? environment.data.preferences.string(forKey: "note")) ?? ""
  }

  var body: Element {
    Screen("note", title: "Note") {
      Text(environment.flags[NoteFeature.loud] ? note.uppercased() : note, id: "shown")
      TextField("Note", id: NoteField.note, text: note)
      Button("Keep everywhere", id: NoteAction.keep)
      Button("Wait for ever", id: NoteAction.wait)
    }.element
  }

  func tap(_ action: NoteAction) {
    switch action {
    case .keep: try? keep()
    case .wait:
      environment.tasks.start("wait for ever") { [clock = environment.clock] in
        try? await clock.wait(.seconds(3600))
      }
    }
  }

  func edit(_ field: NoteField, to text: String) {
    switch field {
    case .note: note = text
    }
  }

  private func keep() throws {
    let data = environment.data
    try data.preferences.set(note, forKey: "note")
    try data.files.documents.write(.init(note.utf8), to: "note.txt")
    try data.files.library.write(.init(note.utf8), to: "deep/note.txt")
    try data.files.caches.write(.init(note.utf8), to: "note.txt")
    for itemClass in SecretClass.allCases {
      try data.secrets.set(Secret(note), for: SecretItem(itemClass, service: "notes", account: "me"))
    }
    try data.properties.setBadgeCount(3)
    try data.group("group.notes").files.write(.init(note.utf8), to: "shared.txt")
    try data.group("group.notes").preferences.set(note, forKey: "shared")
  }
}

/// An app with its scaffolding, in this process.
@MainActor
struct ScaffoldedApp {
  let home: TemporaryHome
  let scaffolding: Scaffolding
  let host: AppHost
  let desk: ResetDesk
  let leakage = Leakage()

  init(
    observers: [any AppHostObserver] = [], network: HTTPClient = .unavailable,
    feature: (any FeaturePlugin)? = nil
  ) throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Notes", version: "1", id: "net.cleanslate.tests.notes", groups: ["group.notes"],
      linkScheme: "note",
      feature: feature ?? NoteFeature(leakage: leakage))
    let scaffolding = Scaffolding(definition)
    self.scaffolding = scaffolding
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id, groups: definition.groups),
        in: BaseDirectories(environment: home.environment)),
      options: [LaunchOption("--plain", "Is shown as lines.")], clock: scaffolding.clock,
      network: scaffolding.network(around: network), observers: observers + [scaffolding])
    try scaffolding.willStart(host, with: LaunchConfiguration(arguments: [], environment: home.environment))
    desk = try #require(scaffolding.desk)
    // Hundreds of other tests wait for the main actor, too.
    desk.settleLimit = .seconds(600)
  }

  func start(_ arguments: [String] = []) async throws {
    try await host.restart(with: LaunchConfiguration(arguments: arguments, environment: home.environment))
  }

  /// Resets the app as a request over the control socket does.
  @discardableResult
  func reset(_ request: ResetRequest = ResetRequest()) async throws -> ResetReceipt {
    try await desk.request(request, from: .controlSocket).value.get()
  }

  func keep(_ note: String) async throws {
    try host.perform(.edit("note-field", text: note))
    try host.perform(.tap("keep"))
    #expect(await host.settle(timeout: .seconds(600)) == [])
  }
}
