import AppData
import AppRuntime
import Foundation
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("The copy of a state that is made ready for the next reset")
struct AppStatesTests {
  private let home: TemporaryHome
  private let host: AppHost
  private let shelf: AppStates

  init() throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Notes", version: "1", id: "net.cleanslate.tests.shelf", feature: NoteFeature())
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)))
    shelf = AppStates(of: host, in: home.path(.temporary) + "/states", environment: home.environment)
    let documents = host.container.open(gate: WriteGate()).files.documents
    for number in 0..<100 { try documents.write(Data("kept".utf8), to: "\(number).txt") }
    _ = try shelf.save(as: "it", madeBy: nil)
  }

  /// How many files lie in copies that no container has taken over.
  private var copied: Int {
    (FileManager.default.enumerator(atPath: home.root)?.allObjects as? [String] ?? [])
      .count { $0.contains("/.writing.") && $0.hasSuffix(".txt") }
  }

  /// Returns once the copy is being made.
  private func waitForBeginning() async { while copied <= 100 { await Task.yield() } }

  @Test("is gone with the app, also where the app ends before it was begun or while it is made")
  func dropped() async throws {
    let used = try await shelf.prepare("it")
    #expect(copied == 100)
    for isUnderWay in [false, true, false] {
      shelf.makeSpare(of: used)
      if isUnderWay { await waitForBeginning() }
      // It returns when nobody is making one any more.
      await shelf.dropSpare()
      #expect(copied == 100)
    }
    used.discard()
  }

  @Test("is used by the next reset, which waits for it, and goes where another state is wanted")
  func used() async throws {
    for isUnderWay in [false, true, false, true] {
      let state = try await shelf.prepare("it")
      shelf.makeSpare(of: state)
      if isUnderWay { await waitForBeginning() }
      try state.take()
    }
    _ = try shelf.save(as: "it", madeBy: nil)
    let other = try await shelf.prepare("it")
    #expect(copied == 100)
    other.discard()
    await shelf.dropSpare()
    #expect(copied == 0)
  }

  @Test("leaves nothing of it on the disk where it cannot be made")
  func unmade() async throws {
    let used = try await shelf.prepare("it")
    try used.take()
    _ = host.container.emptyTrash()
    let store = home.path(.temporary) + "/states/net.cleanslate.tests.shelf/"
    let data = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store).first { $0.hasPrefix("data-") })
    try FileManager.default.removeItem(atPath: "\(store)/\(data)/documents/1.txt")
    shelf.makeSpare(of: used)
    await #expect(throws: StateError.self) { try await shelf.prepare("it") }
    // The latter copy is left to whoever asked; there would be two.
    #expect(try home.tree().count { $0.contains("/.erased.") && $0.hasSuffix("/2.txt") } == 1)
  }

  @Test("is made while the app goes on")
  func besides() async throws {
    // Whoever holds the folder of the states keeps a copy waiting.
    let marker = try Descriptor.open(
      home.path(.temporary) + "/states/net.cleanslate.tests.shelf/.cleanslate-container", .reading)
    try marker.lock()
    let (end, goesOn) = try Descriptor.pipe()
    let isStuck = Mutex(false)
    let rescue = try SystemThread {
      let readiness = try? Descriptor.poll([(end, .reading)], until: Deadline(in: .seconds(600)))
      guard readiness?[0].isEmpty != false else { return }
      isStuck.withLock { $0 = true }
      marker.unlock()
    }
    let preparation = Task { try await shelf.prepare("it") }
    // The main actor does this after the beginning of the preparation, if that leaves it free.
    await Task {}.value
    #expect(copied == 0)
    goesOn.close()
    rescue.join()
    #expect(isStuck.withLock { !$0 })
    marker.unlock()
    try await preparation.value.discard()
  }
}
