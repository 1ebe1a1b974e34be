import AppData
import ElementTree
import Foundation
import Testing

@testable import AppRuntime
@testable import OnboardingFeature

@MainActor @Suite("Kept progress")
struct KeptProgressTests {
  @Test("takes the user on where they were, after every single action")
  func resume() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    let way: [Action] =
      OnboardingFixture.steps + OnboardingFixture.profile
      + [.tap("order-updates"), .back, .tap("continue"), .tap("continue")]
    for action in way {
      try await fixture.perform(action)
      let before = fixture.host.tree.screen
      try await fixture.start()
      // Where the keyboard is belongs to the window, not to the user's progress.
      let after = fixture.host.tree.screen
      #expect(after?.withoutFocus == before?.withoutFocus, "after \(action)")
    }
    #expect(fixture.screen == "summary")
  }

  @Test("takes a user who has finished home, even one who never left the last screen")
  func finished() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform(
      [.tap("skip")] + OnboardingFixture.profile + [.tap("continue"), .tap("finish")])
    #expect(fixture.screen == "done")
    try await fixture.start()
    #expect(fixture.label("greeting") == "Hello, Ada!")
  }

  @Test("is the same as what the situation of a finished user makes")
  func situation() async throws {
    let fixture = try OnboardingFixture()
    try OnboardingFeature.userAlreadyOnboarded.prepare(fixture.data)
    try await fixture.start()
    let prepared = fixture.host.tree
    try await fixture.perform(.tap("start-over"), .tap("confirm-start-over"))
    try await fixture.finish()
    #expect(fixture.host.tree == prepared)
  }

  @Test("is erased, with the profile and what was set aside, only after the user was asked")
  func startOver() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.finish()
    try fixture.data.preferences.set("set aside", forKey: "onboarding.progress.unreadable")
    try await fixture.perform(.tap("start-over"))
    #expect(fixture.alert == "start-over-alert")
    try await fixture.perform(.tap("keep"))
    #expect(fixture.alert == nil)
    #expect(fixture.screen == "home")
    try await fixture.perform(.tap("start-over"), .tap("confirm-start-over"))
    #expect(fixture.alert == nil)
    #expect(fixture.screen == "welcome")
    #expect(try fixture.data.files.documents.list() == [])
    #expect(try fixture.data.preferences.keys == [])
    try await fixture.start()
    #expect(fixture.screen == "welcome")
  }

  @Test("is erased also where the profile is gone already")
  func startOverWithoutProfile() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.finish()
    try fixture.data.files.documents.remove("profile.json")
    try await fixture.perform(.tap("start-over"), .tap("confirm-start-over"))
    #expect(fixture.screen == "welcome")
    #expect(fixture.label("save-problem") == nil)
  }

  @Test("is set aside whatever its type, and in the place of nothing that was set aside before")
  func otherType() async throws {
    let fixture = try OnboardingFixture()
    try fixture.data.preferences.set("text", forKey: "onboarding.progress")
    try fixture.data.preferences.set("earlier", forKey: "onboarding.progress.unreadable")
    try await fixture.start()
    #expect(fixture.label("save-problem")?.contains("as \"onboarding.progress.unreadable.2\"") == true)
    try await fixture.perform(.tap("continue"))
    #expect(try fixture.data.preferences.string(forKey: "onboarding.progress.unreadable.2") == "text")
    #expect(try fixture.data.preferences.string(forKey: "onboarding.progress.unreadable") == "earlier")
  }

  @Test(
    "is set aside and reported when it cannot be read",
    arguments: ["", "{", #"{"navigation":{"root":{"moon":{}},"path":[]}}"#])
  func unreadable(text: String) async throws {
    let fixture = try OnboardingFixture()
    try fixture.data.preferences.set(Data(text.utf8), forKey: "onboarding.progress")
    try await fixture.start()
    #expect(fixture.screen == "welcome")
    #expect(
      fixture.label("save-problem") == """
        Your earlier progress could not be read: it is not in the expected form. It is set aside among the \
        preferences as "onboarding.progress.unreadable"; please begin again.
        """)
    try await fixture.perform(.tap("continue"))
    #expect(fixture.label("save-problem") == nil)
    #expect(try fixture.data.preferences.data(forKey: "onboarding.progress.unreadable") == Data(text.utf8))
    try await fixture.start()
    #expect(fixture.screen == "tour-1")
  }

  @Test("is reported where it cannot be saved, and the user goes on")
  func saveFailure() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    fixture.host.environment?.gate.close("the test says so")
    try await fixture.perform(.tap("skip"))
    #expect(fixture.screen == "profile")
    #expect(fixture.label("save-problem")?.hasPrefix("This could not be saved: ") == true)
    #expect(fixture.label("save-problem")?.contains("the test says so") == true)
  }

  @Test("is not called saved at the end when it is not")
  func finishFailure() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform([.tap("skip")] + OnboardingFixture.profile + [.tap("continue")])
    fixture.host.environment?.gate.close("the test says so")
    try await fixture.perform(.tap("finish"))
    #expect(fixture.screen == "summary")
    #expect(fixture.label("save-problem")?.hasPrefix("This could not be saved: ") == true)
    try await fixture.start()
    #expect(fixture.screen == "summary")
    try await fixture.perform(.tap("finish"))
    #expect(fixture.screen == "done")
  }

  @Test("is not written by a session of an earlier start")
  func lateSession() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    let late = try fixture.session()
    try await fixture.start()
    late.tap(.continue)
    #expect(late.saveProblem?.contains("generation 1 has ended") == true)
    #expect(try fixture.data.preferences.keys == [])
  }
}

extension Element {
  fileprivate var withoutFocus: Element { mapElements { $0.isFocused = false } }
}
