import AppData
import ElementTree
import FeatureFlags
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AppRuntime

@MainActor @Suite("An app host")
struct AppHostTests {
  @Test("shows the app and does what people ask of it")
  func actions() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(
      fixture.host.tree.treeDescription == """
        window "Counter"
          screen #counter "Counter" allowsBack
            text #count "1"
            button #less "Less"
            button #more "More" focused primary
            button #nothing "Nothing"
        """)
  }

  @Test("refuses an action that the screen cannot take, and changes nothing")
  func refusal() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let before = fixture.host.tree
    #expect(throws: ActionError.unknownIdentifier("mroe", nearest: ["more"])) {
      try fixture.host.perform(.tap("mroe"))
    }
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree == before)
  }

  @Test(
    "refuses what the feature put on its screen and cannot read, and changes nothing",
    arguments: [Action.tap("foreign-button"), .edit("foreign-field", text: "Ada")])
  func unhandled(action: Action) async throws {
    let fixture = try HostFixture()
    try await fixture.start(["--open", "counter://foreign"])
    let before = fixture.host.tree
    let identifier = try #require(action.identifier)
    #expect(throws: ActionError.unhandled(identifier)) { try fixture.host.perform(action) }
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree == before)
    #expect(
      "\(ActionError.unhandled(identifier))"
        == "The element \"\(identifier)\" is on the screen, but its feature has no action or field of that name."
    )
    try fixture.host.perform(.tap("more"))
    #expect(fixture.count == "1")
  }

  @Test("tells observers of each action before it is done, and of none that is refused")
  func observedActions() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.perform(.tap("more"))
    try? fixture.host.perform(.tap("mroe"))
    try fixture.host.perform(.back)
    #expect(fixture.observer.actions == [#"tap("more") at 0"#, "back at 1"])
  }

  @Test("draws at once for a new display, then once for each change")
  func drawing() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let display = RecordingDisplay()
    fixture.host.attach(display)
    #expect(display.trees.count == 1)
    try fixture.host.perform(.tap("more"))
    try fixture.host.perform(.tap("more"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(display.trees.last?.first(withIdentifier: "count")?.label == "2")
    fixture.host.detach(display)
    let drawn = display.trees.count
    try fixture.host.perform(.tap("more"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(display.trees.count == drawn)
  }

  @Test("asks the session for its body only after a change that the body would show")
  func observation() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    let session = try #require(fixture.host.session as? CounterSession)
    #expect(session.bodies == 1)
    try fixture.host.perform(.tap("nothing"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(session.bodies == 1)
    session.count = 41
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(session.bodies == 2)
    #expect(fixture.count == "41")
  }

  @Test("gives the keyboard to the first field or main action, keeps it there, and moves it on request")
  func focus() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    func focused() -> [String?] { fixture.host.tree.allElements.filter(\.isFocused).map(\.identifier) }
    #expect(focused() == ["more"])
    try fixture.host.perform(.focus("less"))
    try fixture.host.perform(.tap("nothing"))
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(focused() == ["nothing"])
    try fixture.host.open("counter://linked")
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(focused() == ["name"])
  }

  @Test("types into fields, and lets a tap on a field only move the keyboard")
  func fields() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    try fixture.host.open("counter://linked")
    try fixture.host.perform(.edit("name", text: "Ada"))
    try fixture.host.perform(.tap("name"))
    try fixture.host.perform(.back)
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.first(withIdentifier: "name")?.value == "Ada")
    #expect((fixture.host.session as? CounterSession)?.isBackHandled == true)
  }

  @Test("opens links that lead somewhere and refuses others by name")
  func links() async throws {
    let fixture = try HostFixture()
    try await fixture.start()
    #expect(throws: DeepLinkError.malformed("nowhere")) { try fixture.host.open("nowhere") }
    #expect(throws: DeepLinkError.unknown("counter://nowhere")) { try fixture.host.open("counter://nowhere") }
    #expect(throws: DeepLinkError.foreign("shop://menu", scheme: "counter")) {
      try fixture.host.open("shop://menu")
    }
    try fixture.host.open("counter://linked")
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.host.tree.screen?.identifier == "linked")
  }

  @Test("shows which two elements share an identifier in place of a screen that nobody could test")
  func duplicateIdentifier() async throws {
    let fixture = try HostFixture(CounterFeature(repeatsIdentifier: true))
    try await fixture.start()
    let reason = fixture.host.tree.first(withIdentifier: FailureScreen.reason)?.label ?? ""
    #expect(
      reason.hasPrefix(
        "Two elements have the identifier \"more\": window > screen \"counter\" > button \"more\""))
  }

  @Test("drops kept flags that no longer fit, and says which")
  func staleUserFlags() async throws {
    let fixture = try await started(keeping: #"{"counter.gone":true,"counter.step":5}"#)
    #expect(
      fixture.host.flagProblems as? [FlagError]
        == [.unknownKey("counter.gone", layer: .user, known: ["counter.step"])])
    #expect(
      fixture.host.environment?.flags.resolve(CounterFeature.step) == ResolvedFlag(value: 5, layer: .user))
  }

  @Test("tells the user of kept flags that are not used, until the user has read it")
  func flagNotice() async throws {
    let fixture = try await started(keeping: #"{"counter.gone":true}"#)
    let notice = try #require(fixture.host.tree.floatingElements.first)
    #expect(notice.children.map(\.identifier) == ["flag-problems", "dismiss-flag-problems"])
    #expect(
      notice.children.first?.label
        == #"The user layer sets the flag "counter.gone", which no feature declares. Declared: "counter.step". "#
        + "OK sets aside what cannot be used.")
    #expect(fixture.host.tree.first { $0.isFocused }?.identifier == "more")
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    #expect(fixture.host.tree.floatingElements == [])
  }

  @Test("tells of a kept flag that is not used no more once that is read, and keeps it for another build")
  func toldOnce() async throws {
    let fixture = try HostFixture()
    let data = fixture.host.container.open(gate: WriteGate())
    try data.preferences.set(#"{"counter.gone":true,"counter.step":5}"#, forKey: "cleanslate.userFlags")
    for _ in 1...2 {
      try await fixture.start()
      #expect(fixture.host.flagProblems.count == 1)
    }
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    #expect(try kept(fixture) == #"{"counter.step":5}"#)
    try await fixture.start()
    #expect(fixture.host.flagProblems.isEmpty)
    #expect(fixture.host.environment?.flags[CounterFeature.step] == 5)
    let gone = FeatureFlag("counter.gone", default: false, "Of another build.")
    let found = UserFlags.load(from: data.preferences, for: [gone.declaration])
    #expect(found.values == ["counter.gone": .bool(true)])
    try UserFlags.save(nil, forKey: "counter.gone", to: data.preferences)
    #expect(try data.preferences.keys == ["cleanslate.userFlags"])
  }

  @Test("tells of kept flags that cannot be read no more once that is read, and keeps their text")
  func unreadableToldOnce() async throws {
    let fixture = try await started(keeping: "{counter")
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    #expect(try kept(fixture) == nil)
    #expect(try kept(fixture, "cleanslate.userFlags.unreadable") == "{counter")
    try await fixture.start()
    #expect(fixture.host.tree.floatingElements == [])
  }

  @Test(
    "starts with preferences that cannot be read, says so, and leaves the file to its user",
    arguments: ["", "bplist00"])
  func damagedPreferences(contents: String) async throws {
    let home = try await started(keeping: #"{"counter.step":5}"#).home
    let folder =
      try #require(home.environment["XDG_CONFIG_HOME"]) + "/cleanslate/net.cleanslate.tests.counter"
    let place = folder + "/Preferences/values.plist"
    try Data(contents.utf8).write(to: URL(filePath: place))
    let next = try HostFixture(in: home)
    try await next.start()
    #expect(next.host.environment?.flags[CounterFeature.step] == 1)
    let text = next.host.tree.first(withIdentifier: "flag-problems")?.label ?? ""
    #expect(text.hasPrefix("\(place) is damaged: "))
    #expect(text.hasSuffix(" in its place. Until then, no flag has a value of your own."), "\(text)")
    #expect(throws: AppDataError.self) {
      try next.host.environment?.setUserFlag(.int(7), forKey: "counter.step")
    }
    try next.host.perform(.tap("dismiss-flag-problems"))
    #expect(next.host.tree.floatingElements == [])
    #expect(FileManager.default.contents(atPath: place) == Data(contents.utf8))
  }

  @Test("starts with kept flags that are no text, and sets them aside whole once that is read")
  func flagsOfOtherType() async throws {
    let fixture = try HostFixture()
    let preferences = fixture.host.container.open(gate: WriteGate()).preferences
    try preferences.set("{earlier", forKey: "cleanslate.userFlags.unreadable")
    try preferences.set(5, forKey: "cleanslate.userFlags")
    try await fixture.start()
    let text = fixture.host.tree.first(withIdentifier: "flag-problems")?.label ?? ""
    #expect(text.hasPrefix("The flags of the user layer cannot be read: integer instead of text at byte 0. "))
    #expect(text.hasSuffix(" OK sets aside what cannot be used."))
    #expect(try preferences.integer(forKey: "cleanslate.userFlags") == 5)
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    #expect(try preferences.string(forKey: "cleanslate.userFlags.unreadable") == "{earlier")
    #expect(try preferences.integer(forKey: "cleanslate.userFlags.unreadable.2") == 5)
    #expect(try kept(fixture) == nil)
  }

  @Test("says so where flags that are not used cannot be set aside")
  func notSetAside() async throws {
    let fixture = try await started(keeping: #"{"counter.gone":true}"#)
    fixture.host.environment?.gate.close("the test says so")
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    let text = fixture.host.tree.first(withIdentifier: "unused-flags")?.label ?? ""
    #expect(text.hasPrefix("It could not be set aside, so the next start tells it again: "))
    try fixture.host.perform(.tap("dismiss-unused-flags"))
    #expect(fixture.host.tree.floatingElements == [])
  }

  @Test("sets nothing aside over what it cannot read")
  func asideUnreadable() async throws {
    let fixture = try await started(keeping: #"{"counter.gone":true}"#)
    try fixture.host.container.open(gate: WriteGate()).preferences
      .set("{later", forKey: "cleanslate.userFlags.unused")
    try fixture.host.perform(.tap("dismiss-flag-problems"))
    #expect(fixture.host.tree.first(withIdentifier: "unused-flags") != nil)
    #expect(try kept(fixture) == #"{"counter.gone":true}"#)
    #expect(try kept(fixture, "cleanslate.userFlags.unused") == "{later")
  }

  @Test("takes a flag that was set aside into use in one write")
  func asideInUse() throws {
    final class Writes: Sendable { let count = Atomic(0) }
    let writes = Writes()
    let fixture = try HostFixture()
    let gate = WriteGate { writes.count.add(1, ordering: .relaxed) }
    let preferences = fixture.host.container.open(gate: gate).preferences
    try preferences.set(#"{"counter.gone":true,"counter.later":true}"#, forKey: UserFlags.unusedKey)
    try UserFlags.save(.bool(false), forKey: "counter.gone", to: preferences)
    #expect(writes.count.load(ordering: .relaxed) == 2)
    #expect(try kept(fixture) == #"{"counter.gone":false}"#)
    #expect(try kept(fixture, UserFlags.unusedKey) == #"{"counter.later":true}"#)
    try UserFlags.save(nil, forKey: "counter.later", to: preferences)
    #expect(try preferences.keys.contains(UserFlags.unusedKey) == false)
  }

  /// An app whose user has chosen flags before it starts.
  private func started(keeping flags: String) async throws -> HostFixture {
    let fixture = try HostFixture()
    try fixture.host.container.open(gate: WriteGate()).preferences.set(flags, forKey: "cleanslate.userFlags")
    try await fixture.start()
    return fixture
  }

  private func kept(_ fixture: HostFixture, _ key: String = "cleanslate.userFlags") throws -> String? {
    try fixture.host.container.open(gate: WriteGate()).preferences.string(forKey: key)
  }

  @Test("keeps the flags of another build when one of this build is set or removed")
  func flagsOfAnotherBuild() async throws {
    let fixture = try await started(keeping: #"{"counter.gone":true,"counter.step":"two"}"#)
    try fixture.host.environment?.setUserFlag(.int(5), forKey: "counter.step")
    #expect(try kept(fixture) == #"{"counter.gone":true,"counter.step":5}"#)
    try fixture.host.environment?.setUserFlag(nil, forKey: "counter.step")
    #expect(try kept(fixture) == #"{"counter.gone":true}"#)
  }

  @Test("sets kept flags that cannot be read aside before others take their place")
  func unreadableFlags() async throws {
    let fixture = try await started(keeping: "{counter")
    #expect(try kept(fixture, "cleanslate.userFlags.unreadable") == nil)
    try fixture.host.environment?.setUserFlag(.int(5), forKey: "counter.step")
    #expect(try kept(fixture) == #"{"counter.step":5}"#)
    #expect(try kept(fixture, "cleanslate.userFlags.unreadable") == "{counter")
  }
}
