import AppRuntime
import ElementTree
import Observation
import Testing

@MainActor @Suite("The keyboard")
struct KeyboardFocusTests {
  struct FormFeature: FeaturePlugin {
    @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession { FormSession() }
  }

  enum FormAction: String { case goOn = "go-on", keep, erase }
  enum FormField: String { case name, city }

  /// A form that is never complete: whoever goes on is led to the field with the name that the test gives.
  @Observable @MainActor
  final class FormSession: FeatureSession {
    var wrong: String?
    var asks = false
    @ObservationIgnored var moves: [String] = []
    @ObservationIgnored var next = "city"
    @ObservationIgnored var taps: [FormAction] = []

    var body: Element {
      Screen("form", title: "Form") {
        TextField("Name", id: FormField.name, text: "").focused(wrong == "name")
        TextField("City", id: FormField.city, text: "").focused(wrong == "city")
        Button("Continue", id: FormAction.goOn).traits(.primary)
        if asks {
          Confirmation(
            "Erase?", id: "erase-alert", text: "All of it.", keep: ("Keep", FormAction.keep),
            confirm: ("Erase", .erase))
        }
      }.element
    }

    func tap(_ action: FormAction) {
      taps.append(action)
      asks = false
      if action == .goOn { wrong = next }
    }
    func edit(_ field: FormField, to text: String) { wrong = next }
    func focusMoved(to identifier: String) {
      moves.append(identifier)
      if identifier == "go-on" { wrong = nil }
    }
  }

  private let fixture: HostFixture

  init() async throws {
    fixture = try HostFixture(FormFeature())
    try await fixture.host.restart(with: LaunchConfiguration())
  }

  private var session: FormSession { get throws { try #require(fixture.host.session as? FormSession) } }
  private var focused: String? { fixture.host.tree.first(where: \.isFocused)?.identifier }

  @Test("goes to the element that begins to ask for it after a press, again and again")
  func asked() throws {
    #expect(focused == "name")
    try fixture.host.perform(.tap("go-on"))
    #expect(focused == "city")
    try fixture.host.perform(.focus("go-on"))
    #expect(focused == "go-on")
    try fixture.host.perform(.tap("go-on"))
    #expect(focused == "city")
  }

  @Test("goes to the first wrong field at each press that fails, also where it has not been moved since")
  func askedAgain() throws {
    try fixture.host.perform(.tap("go-on"))
    try fixture.host.perform(.tap("go-on"))
    #expect(focused == "city")
    try session.next = "name"
    try fixture.host.perform(.tap("go-on"))
    #expect(focused == "name")
  }

  @Test("stays with a person who types")
  func typing() throws {
    try fixture.host.perform(.edit("name", text: "A"))
    #expect(focused == "name")
  }

  @Test("tells the feature where it goes, by a tap on a field as well")
  func told() throws {
    try fixture.host.perform(.focus("city"))
    try fixture.host.perform(.tap("name"))
    #expect(try session.moves == ["city", "name"])
    #expect(try session.taps == [])
  }

  @Test("gives an alert's harmless answer on the way back, and observers hear of that")
  func harmless() throws {
    try session.asks = true
    try fixture.host.perform(.back)
    #expect(try session.taps == [.keep])
    #expect(fixture.observer.actions == ["tap(\"keep\") at no count"])
    #expect(throws: ActionError.noWayBack) { try fixture.host.perform(.back) }
  }
}
