import AppData
import AppRuntime
import ElementTree
import Testing

@testable import OnboardingFeature

@MainActor @Suite("A new user")
struct JourneyTests {
  @Test("comes from the welcome through every screen to a home that greets by name")
  func wholeWay() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    var screens = [fixture.screen]
    let way: [Action] =
      OnboardingFixture.steps + OnboardingFixture.profile
      + [.tap("offers"), .tap("continue"), .tap("finish"), .tap("continue")]
    for action in way {
      try await fixture.perform(action)
      if screens.last != fixture.screen { screens.append(fixture.screen) }
    }
    #expect(
      screens == [
        "welcome", "tour-1", "tour-2", "tour-3", "profile", "notifications", "summary", "done", "home",
      ])
    #expect(
      fixture.host.tree.treeDescription == """
        window "Sample"
          screen #home "Home"
            text #greeting "Hello, Ada!" heading
            text "The kitchens of your neighbourhood are open."
            group
              text #home-email "E-mail: ada@example.com"
              text #home-notifications "Notifications: Orders and offers"
            button #start-over "Start over" focused destructive
        """)
    let document = try fixture.data.files.documents.read("profile.json")
    #expect(String(decoding: document, as: UTF8.self) == #"{"email":"ada@example.com","name":"Ada"}"#)
  }

  @Test("is told what is wrong by Enter in the last field, and goes on typing there")
  func enter() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform(
      .tap("skip"), .edit("name", text: "Ada"), .focus("email"), .edit("email", text: "ada@x"))
    try await fixture.perform(#require(fixture.host.tree.actionOfEnter(in: "email")))
    #expect(fixture.label("email-problem") == "The part after the @ looks like example.com.")
    #expect(fixture.host.tree.first(where: \.isFocused)?.identifier == "email")
  }

  @Test("is told what is wrong on leaving a field, and goes on once nothing is")
  func validation() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform(.tap("skip"))
    var problems: [String?] = []
    for text in ["a", "a@", "a@b", "a@b.", "a@b.c", ""] {
      try await fixture.perform(.edit("email", text: text))
      #expect(fixture.label("email-problem") == nil)
      try await fixture.perform(.focus("name"))
      problems.append(fixture.label("email-problem"))
    }
    #expect(
      problems == [
        "An e-mail address has one @.", "Something is missing after the @.",
        "The part after the @ looks like example.com.", "The part after the @ looks like example.com.",
        nil, nil,
      ])
    #expect(fixture.label("missing") == "Continue needs your name and your whole e-mail address.")
    try await fixture.perform(.edit("name", text: "7"), .edit("email", text: "a@b.c"))
    #expect(fixture.label("name-problem") == "A name has at least one letter.")
    #expect(fixture.label("missing") == "Continue needs a valid name.")
    #expect(throws: ActionError.disabled("continue")) { try fixture.host.perform(.tap("continue")) }
    try await fixture.perform(OnboardingFixture.profile)
    #expect(fixture.screen == "notifications")
  }

  @Test(
    "changes one answer in the summary, and is back there", arguments: ["edit-name", "edit-notifications"])
  func change(answer: String) async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform([.tap("skip")] + OnboardingFixture.profile + [.tap("continue")])
    try await fixture.perform(.tap(answer), .tap("continue"))
    #expect(fixture.screen == "summary")
    try await fixture.perform(.tap(answer))
    try await fixture.start()
    #expect(fixture.screen != "summary")
    try await fixture.perform(.back)
    #expect(fixture.screen == "summary")
    try await fixture.perform(.back)
    #expect(fixture.screen == "notifications")
  }

  @Test("can skip the tour at once or on the way, and goes back the way they came")
  func skip() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform(.tap("skip"))
    #expect(fixture.screen == "profile")
    try await fixture.perform(.back)
    #expect(fixture.screen == "welcome")
    try await fixture.perform(.tap("continue"), .tap("continue"), .tap("skip"))
    #expect(fixture.screen == "profile")
    try await fixture.perform(.back, .back, .back)
    #expect(fixture.screen == "welcome")
    #expect(throws: ActionError.noWayBack) { try fixture.host.perform(.back) }
  }

  @Test("sees one page of the tour when the flag says so")
  func shortTour() async throws {
    let fixture = try OnboardingFixture()
    try fixture.data.preferences.set(#"{"onboarding.shortTour":true}"#, forKey: "cleanslate.userFlags")
    try await fixture.start()
    try await fixture.perform(.tap("continue"))
    #expect(fixture.label("progress") == "Page 1 of 1")
    #expect(fixture.host.tree.first(withIdentifier: "progress")?.value == "20%")
    #expect(fixture.host.tree.first(withIdentifier: "skip") == nil)
    try await fixture.perform(.tap("continue"))
    #expect(fixture.screen == "profile")
  }

  @Test("changes an answer from the summary", arguments: ["edit-name", "edit-email"])
  func changeProfile(cell: String) async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform([.tap("skip")] + OnboardingFixture.profile + [.tap("continue"), .tap(cell)])
    #expect(fixture.screen == "profile")
    #expect(fixture.host.tree.first(where: \.isFocused)?.identifier == String(cell.dropFirst(5)))
    try await fixture.perform(.edit("name", text: "Grace"), .tap("continue"))
    #expect(fixture.host.tree.first(withIdentifier: "edit-name")?.value == "Grace")
    try await fixture.perform(.tap("edit-notifications"))
    #expect(fixture.screen == "notifications")
  }

  @Test("begins with the name where a link leads to the profile, whatever was changed before")
  func linkAfterChange() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.perform(
      [.tap("skip")] + OnboardingFixture.profile + [.tap("continue"), .tap("edit-email"), .back])
    try fixture.host.open("storefront://profile")
    #expect(fixture.host.tree.first(where: \.isFocused)?.identifier == "name")
  }
}

@MainActor @Suite("A link into onboarding")
struct OnboardingLinkTests {
  @Test("opens a screen, with the ones before it to go back to")
  func opens() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start(["--open", "storefront://tour/2"])
    #expect(fixture.screen == "tour-2")
    try await fixture.perform(.back, .back)
    #expect(fixture.screen == "welcome")
    try fixture.host.open("storefront://notifications")
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.screen == "notifications")
  }

  @Test("leaves no question behind")
  func question() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    try await fixture.finish()
    try await fixture.perform(.tap("start-over"))
    #expect(fixture.alert != nil)
    try fixture.host.open("storefront://home")
    #expect(fixture.alert == nil)
    #expect(fixture.screen == "home")
  }

  @Test("is refused where it leads nowhere for this user")
  func refused() async throws {
    let fixture = try OnboardingFixture()
    try await fixture.start()
    func refusal(_ link: String) -> DeepLinkError? {
      #expect(throws: DeepLinkError.self) { try fixture.host.open(link) }
    }
    #expect(refusal("storefront://home") == .unknown("storefront://home"))
    #expect(refusal("storefront://tour/4") == .unknown("storefront://tour/4"))
    #expect(fixture.screen == "welcome")
    try await fixture.finish()
    #expect(refusal("storefront://profile") == .unknown("storefront://profile"))
    #expect(fixture.screen == "home")
  }
}
