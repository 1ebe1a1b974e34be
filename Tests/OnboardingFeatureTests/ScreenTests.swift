import AppRuntime
import ElementTree
import Testing

@testable import OnboardingFeature

@MainActor @Suite("A screen of onboarding")
struct ScreenTests {
  private let ada = Profile(name: " Ada ", email: "ada@example.com ")

  private func expect(
    _ screen: some ElementConvertible, _ description: String,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(screen.element.treeDescription == description, sourceLocation: location)
    #expect(throws: Never.self, sourceLocation: location) {
      try screen.element.checkIdentifiersAreUnique()
    }
  }

  @Test("welcomes")
  func welcome() {
    expect(
      WelcomeScreen(),
      """
      screen #welcome "Welcome"
        image #welcome-picture "A covered dish"
        text #headline "Good food is on its way." heading
        text "Storefront brings the kitchens of your neighbourhood to your table. Let us show you around."
        group row
          button #continue "Continue" primary
          button #skip "Skip the tour"
      """)
  }

  @Test("shows a page of the tour")
  func tour() {
    expect(
      TourScreen(page: TourPage.pages(short: false)[1], number: 2, of: 3, fraction: 2 / 7),
      """
      screen #tour-2 "Tour" allowsBack
        progress #progress "Page 2 of 3" value: "29%"
        image #picture "A road from a kitchen to a door"
        text #headline "Every step in sight" heading
        text #text "Follow your order from the stove to your door. You always know when to set the table."
        group row
          button #continue "Continue" primary
          button #skip "Skip"
      """)
  }

  @Test("shows the last page of the tour, with nothing left to skip")
  func lastPage() {
    expect(
      TourScreen(page: TourPage.pages(short: false)[2], number: 3, of: 3, fraction: 3 / 7),
      """
      screen #tour-3 "Tour" allowsBack
        progress #progress "Page 3 of 3" value: "43%"
        image #picture "Two arrows that form a ring"
        text #headline "Again, please" heading
        text #text "What you liked is two taps away the next time, with the same extras and the same address."
        group row
          button #continue "Continue" primary
      """)
  }

  @Test("draws all pictures in five lines, so that the text stays in its place")
  func pictures() {
    let welcome = WelcomeScreen().element.first { $0.role == .image }?.value
    let drawings = TourPage.pages(short: false).map(\.drawing) + [welcome ?? ""]
    #expect(
      drawings.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } == [5, 5, 5, 5])
  }

  @Test("asks for the profile, without a complaint before anything is typed")
  func emptyProfile() {
    expect(
      ProfileScreen(profile: Profile(), fraction: 4 / 7),
      """
      screen #profile "Your profile" allowsBack
        progress #progress "About you" value: "57%"
        text #headline "Who is at the table?" heading
        group
          textField #name "Name" value: "" placeholder: "Ada Lovelace"
          textField #email "E-mail" value: "" placeholder: "ada@example.com"
        button #continue "Continue" disabled primary
        text #missing "Continue needs your name and your whole e-mail address." secondary
      """)
  }

  @Test("says what is wrong below the field that it is about")
  func wrongProfile() {
    expect(
      ProfileScreen(profile: Profile(name: " ", email: "ada"), fraction: 2 / 5),
      """
      screen #profile "Your profile" allowsBack
        progress #progress "About you" value: "40%"
        text #headline "Who is at the table?" heading
        group
          textField #name "Name" value: " " placeholder: "Ada Lovelace"
          text #name-problem "Please enter your name." failure
          textField #email "E-mail" value: "ada" placeholder: "ada@example.com"
          text #email-problem "An e-mail address has one @." failure
        button #continue "Continue" disabled primary
        text #missing "Continue needs your name and your whole e-mail address." secondary
      """)
  }

  @Test("lets a complete profile pass, as it was typed")
  func completeProfile() {
    expect(
      ProfileScreen(profile: ada, fraction: 4 / 7),
      """
      screen #profile "Your profile" allowsBack
        progress #progress "About you" value: "57%"
        text #headline "Who is at the table?" heading
        group
          textField #name "Name" value: " Ada " placeholder: "Ada Lovelace"
          textField #email "E-mail" value: "ada@example.com " placeholder: "ada@example.com"
        button #continue "Continue" primary
      """)
  }

  @Test("asks what to tell")
  func notifications() {
    expect(
      NotificationsScreen(choice: NotificationChoice(), fraction: 5 / 7),
      """
      screen #notifications "Notifications" allowsBack
        progress #progress "Almost there" value: "71%"
        text #headline "What may we tell you about?" heading
        group
          toggle #order-updates "Where my order is" value: "on" selected
          toggle #offers "Offers from kitchens nearby" value: "off"
        text "You can check your answers on the next page." secondary
        button #continue "Continue" primary
      """)
  }

  @Test("sums up")
  func summary() {
    expect(
      SummaryScreen(progress: OnboardingProgress(profile: ada), fraction: 6 / 7),
      """
      screen #summary "Summary" allowsBack
        progress #progress "Last step" value: "86%"
        text #headline "Is everything right?" heading
        list #answers "Your answers"
          cell #edit-name "Name" value: "Ada"
          cell #edit-email "E-mail" value: "ada@example.com"
          cell #edit-notifications "Notifications" value: "Orders only"
        text "Choose an answer to change it." secondary
        button #finish "Finish" primary
      """)
  }

  @Test("does not finish without a profile")
  func summaryWithoutProfile() {
    let screen = SummaryScreen(progress: OnboardingProgress(), fraction: 6 / 7).element
    #expect(screen.first(withIdentifier: "finish")?.isEnabled == false)
  }

  @Test("puts the choice in words")
  func choices() {
    #expect(NotificationChoice(orderUpdates: true, offers: true).summary == "Orders and offers")
    #expect(NotificationChoice(orderUpdates: true, offers: false).summary == "Orders only")
    #expect(NotificationChoice(orderUpdates: false, offers: true).summary == "Offers only")
    #expect(NotificationChoice(orderUpdates: false, offers: false).summary == "None")
  }

  @Test("says that all is done")
  func done() {
    expect(
      DoneScreen(profile: ada),
      """
      screen #done "All set"
        text #headline "Thank you, Ada." heading
        text #saved "Your profile is saved." success
        button #continue "Start" primary
      """)
  }

  @Test("greets by name")
  func home() {
    expect(
      HomeScreen(progress: OnboardingProgress(profile: ada)),
      """
      screen #home "Home"
        text #greeting "Hello, Ada!" heading
        text "The kitchens of your neighbourhood are open."
        group
          text #home-email "E-mail: ada@example.com"
          text #home-notifications "Notifications: Orders only"
        button #start-over "Start over" destructive
      """)
  }

  @Test("makes sure before answers are thrown away")
  func startOver() {
    expect(
      StartOverAlert(),
      """
      alert #start-over-alert "Start over?"
        text "Your profile and your choices will be erased from this device."
        group row
          button #keep "Keep them" primary
          button #confirm-start-over "Erase" destructive
      """)
  }
}
