import AppData
import ElementTree
import Synchronization
import TestSupport
import Testing

@testable import AppRuntime

/// Something that an app keeps elsewhere.
private final class Mirror: DataPart {
  let name = "mirror"
  private let items = Mutex(["a", "b"])

  func inventory() throws -> Inventory {
    Inventory(items.withLock(\.self).map { Inventory.Entry(key: $0, bytes: 0, digest: Digest(of: [])) })
  }

  func erase() -> ErasureResult {
    items.withLock { items in
      defer { items = [] }
      return ErasureResult(part: name, count: items.count)
    }
  }

  func verifyEmpty() throws -> Bool { items.withLock(\.isEmpty) }
}

@MainActor @Suite("The beginning of an app")
struct AppBootTests {
  private let home: TemporaryHome
  private let mirror = Mirror()

  init() throws { home = try TemporaryHome() }

  private var definition: AppDefinition {
    AppDefinition(
      name: "Counter", version: "1", id: "net.cleanslate.tests.counter", feature: CounterFeature(),
      additionalData: [mirror])
  }

  private func launch(_ arguments: String...) -> LaunchConfiguration {
    LaunchConfiguration(arguments: arguments, environment: home.environment)
  }

  @Test("makes what the app keeps elsewhere a part of its data, whoever shows the app")
  func additionalData() async throws {
    try await AppBoot(definition).run(launch()) { [mirror] host in
      #expect(host.container.parts.contains { $0.name == mirror.name })
      let erased = host.container.erase(host.container.parts).results.first { $0.part == mirror.name }
      #expect(erased?.count == 2)
      #expect((try? mirror.verifyEmpty()) == true)
    }
  }

  @Test("does the same for a host that is made by hand")
  func hostByHand() throws {
    let container = try AppContainer.open(
      AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment))
    let host = AppHost(definition, container: container)
    #expect(host.container.parts.contains { $0.name == mirror.name })
  }

  @Test("shows the app that has started, and ends with whoever shows it")
  func interface() async throws {
    var labels: [String?] = []
    try await AppBoot(definition).run(launch()) { host in
      labels.append(host.tree.first(withIdentifier: "count")?.label)
      labels.append("shown in generation \(host.generation)")
    }
    #expect(labels == ["0", "shown in generation 1"])
  }

  @Test("refuses words that nobody understands, before anything is made")
  func arguments() async throws {
    let boot = AppBoot(definition, options: [LaunchOption("--plain", "Prints.")])
    try await boot.run(launch("--plain")) { host in
      #expect(host.launchOptions.map(\.name).contains("--plain"))
      // What the app was started with makes sense to it at every restart.
      await #expect(throws: Never.self) { try await host.restart(with: host.launch) }
      await #expect(throws: LaunchArgumentError.unknownOption("--plaim", nearest: ["--plain"])) {
        try await host.restart(with: LaunchConfiguration(arguments: ["--plaim"]))
      }
      #expect(host.generation == 2)
    }
    let empty = try TemporaryHome()
    await #expect(throws: LaunchArgumentError.self) {
      try await boot.run(
        LaunchConfiguration(arguments: ["--plaim"], environment: empty.environment)
      ) { _ in Issue.record("the app runs") }
    }
    #expect(try empty.tree() == [])
  }
}
