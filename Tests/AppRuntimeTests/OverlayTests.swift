import AppData
import AppRuntime
import ElementTree
import TestSupport
import Testing

@MainActor @Suite("What floats above an app")
struct OverlayTests {
  /// Puts a button above the app, and listens for one key.
  final class Companion: AppHostObserver {
    var taps: [Action] = []
    var strokes: [KeyStroke] = []
    var windows = 0
    var refuses = false

    func additions(to launch: LaunchConfiguration) throws -> StartAdditions {
      if refuses { throw LaunchArgumentError.unexpectedArgument("floating") }
      windows += 1
      let label = "Help \(windows)"
      return StartAdditions(overlays: [
        Overlay(Group { Button(label, id: ID("help")) }.element) { [weak self] in self?.taps.append($0) }
      ])
    }

    func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool {
      strokes.append(stroke)
      return stroke == .control("r")
    }
  }

  private let home: TemporaryHome
  private let companion = Companion()
  private let host: AppHost

  init() throws {
    home = try TemporaryHome()
    let definition = AppDefinition(
      name: "Counter", version: "1", id: "net.cleanslate.tests.counter", feature: CounterFeature())
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)),
      observers: [companion])
  }

  @Test("stands behind the screen in the tree, and is made anew with each window")
  func tree() async throws {
    try await host.restart(with: LaunchConfiguration())
    #expect(
      host.tree.treeDescription == """
        window "Counter"
          screen #counter "Counter" allowsBack
            text #count "0"
            button #less "Less"
            button #more "More" focused primary
            button #nothing "Nothing"
          group floating
            button #help "Help 1"
        """)
    try await host.restart(with: LaunchConfiguration())
    #expect(host.tree.first(withIdentifier: "help")?.label == "Help 2")
  }

  @Test("is told of its taps, of which neither the feature nor the keyboard's place knows")
  func taps() async throws {
    try await host.restart(with: LaunchConfiguration())
    try host.perform(.tap("help"))
    #expect(companion.taps == [.tap("help")])
    #expect(host.tree.first { $0.isFocused }?.identifier == "more")
    try host.perform(.tap("more"))
    #expect(companion.taps.count == 1)
    try host.perform(.focus("help"))
    #expect(host.tree.first { $0.isFocused }?.identifier == "help")
  }

  @Test("takes the keyboard from a field, and the feature is told that the field is left")
  func leaving() async throws {
    let form = try HostFixture(KeyboardFocusTests.FormFeature(), companion: [companion])
    try await form.host.restart(with: LaunchConfiguration())
    try form.host.perform(.edit("name", text: "A"))
    try form.host.perform(.focus("help"))
    let session = try #require(form.host.session as? KeyboardFocusTests.FormSession)
    #expect(session.moves == ["help"])
    #expect(companion.taps == [])
  }

  @Test("can refuse a start before anything is torn down")
  func refusal() async throws {
    try await host.restart(with: LaunchConfiguration())
    companion.refuses = true
    await #expect(throws: LaunchArgumentError.self) { try await host.restart(with: LaunchConfiguration()) }
    #expect(host.generation == 1)
    #expect(host.tree.first(withIdentifier: "help")?.label == "Help 1")
  }

  @Test("hears keys before the app, and says which are its own")
  func keys() async throws {
    try await host.restart(with: LaunchConfiguration())
    #expect(host.offer(.control("r")))
    #expect(!host.offer(.other))
    #expect(companion.strokes == [.control("r"), .other])
  }
}
