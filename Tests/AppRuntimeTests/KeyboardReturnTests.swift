import AppRuntime
import ElementTree
import Observation
import Testing

@MainActor @Suite("The keyboard, on a way back")
struct KeyboardReturnTests {
  struct RowsFeature: FeaturePlugin {
    @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession { RowsSession() }
  }

  enum RowsAction: String { case one, two, cancel, keep, erase, home, done }

  /// A list, the details of its rows with a question, and another screen that no way leads back from.
  @Observable @MainActor
  final class RowsSession: FeatureSession {
    var shown: RowsAction?
    var asks = false
    @ObservationIgnored var wanted: String?

    var body: Element {
      switch shown {
      case nil: list
      case .home:
        Screen("home", title: "Home") { Button("Done", id: RowsAction.done) }.element
      default: details
      }
    }

    private var list: Element {
      Screen("list", title: "List") {
        List(id: "rows") {
          Cell("One", id: RowsAction.one)
          Cell("Two", id: RowsAction.two).focused(wanted == "two")
        }
        Button("Home", id: RowsAction.home)
      }.element
    }

    private var details: Element {
      Screen("details", title: "Details", allowsBack: true) {
        Button("Again", id: RowsAction.done).traits(.primary)
        Button("Cancel", id: RowsAction.cancel)
        if asks {
          Confirmation(
            "Cancel?", id: "alert", text: "For good.", keep: ("Keep", RowsAction.keep),
            confirm: ("Erase", .erase))
        }
      }.element
    }

    func tap(_ action: RowsAction) {
      switch action {
      case .one, .two, .home: shown = action
      case .done: shown = nil
      case .cancel: asks = true
      case .keep, .erase: asks = false
      }
    }

    func goBack() { shown = nil }
  }

  private let fixture: HostFixture

  init() async throws {
    fixture = try HostFixture(RowsFeature())
    try await fixture.start()
  }

  private var focused: String? { fixture.host.tree.first(where: \.isFocused)?.identifier }

  private func perform(_ actions: Action...) throws {
    for action in actions { try fixture.host.perform(action) }
  }

  @Test("is where it was when a screen was left, and at the start of one that is gone to")
  func screens() throws {
    #expect(focused == "one")
    try perform(.tap("two"))
    #expect(focused == "done")
    try perform(.focus("cancel"), .back)
    #expect(focused == "two")
    try perform(.tap("one"))
    #expect(focused == "done")
    try perform(.tap("done"))
    #expect(focused == "one")
  }

  @Test("is where it was before an alert, which itself has no memory")
  func alerts() throws {
    try perform(.tap("one"))
    for answer in ["erase", "keep"] {
      try perform(.tap("cancel"))
      #expect(focused == "keep")
      try perform(.tap(answer))
      #expect(focused == "cancel")
    }
    try perform(.back)
    #expect(focused == "one")
  }

  @Test("goes where the screen asks for it all the same")
  func asking() throws {
    try perform(.tap("one"))
    try #require(fixture.host.session as? RowsSession).wanted = "two"
    try perform(.back)
    #expect(focused == "two")
  }

  @Test("is at the start of a screen that no way leads back to, and after a reset")
  func forgets() async throws {
    try perform(.tap("two"), .back, .focus("home"), .tap("home"), .tap("done"))
    #expect(focused == "one")
    try perform(.tap("two"))
    try await fixture.start()
    #expect(focused == "one")
  }
}
