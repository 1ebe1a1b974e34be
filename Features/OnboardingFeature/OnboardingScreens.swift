import ElementTree

/// The first screen that a new user sees.
struct WelcomeScreen: ElementConvertible {
  var element: Element {
    Screen("welcome", title: "Welcome") {
      Image(
        "A covered dish", id: "welcome-picture",
        drawing: """
                 _
             .-'' ''-.
            /         \\
           /___________\\
          '-------------'
          """)
      Text("Good food is on its way.", id: "headline").traits(.heading)
      Text("Storefront brings the kitchens of your neighbourhood to your table. Let us show you around.")
      Row {
        Button("Continue", id: OnboardingAction.continue).traits(.primary)
        Button("Skip the tour", id: OnboardingAction.skip)
      }
    }.element
  }
}

struct TourScreen: ElementConvertible {
  let page: TourPage
  let number: Int
  let of: Int
  let fraction: Double

  var element: Element {
    Screen("tour-\(number)", title: "Tour", allowsBack: true) {
      Progress("Page \(number) of \(of)", id: "progress", fraction: fraction)
      Image(page.picture, id: "picture", drawing: page.drawing)
      Text(page.title, id: "headline").traits(.heading)
      Text(page.text, id: "text")
      Row {
        Button("Continue", id: OnboardingAction.continue).traits(.primary)
        if number < of { Button("Skip", id: OnboardingAction.skip) }
      }
    }.element
  }
}

/// Asks what the user wants to be notified about.
struct NotificationsScreen: ElementConvertible {
  let choice: NotificationChoice
  let fraction: Double

  var element: Element {
    Screen("notifications", title: "Notifications", allowsBack: true) {
      Progress("Almost there", id: "progress", fraction: fraction)
      Text("What may we tell you about?", id: "headline").traits(.heading)
      Group {
        Toggle("Where my order is", id: OnboardingAction.orderUpdates, isOn: choice.orderUpdates)
        Toggle("Offers from kitchens nearby", id: OnboardingAction.offers, isOn: choice.offers)
      }
      Text("You can check your answers on the next page.").traits(.secondary)
      Button("Continue", id: OnboardingAction.continue).traits(.primary)
    }.element
  }
}

/// Says that onboarding is done.
struct DoneScreen: ElementConvertible {
  let profile: Profile

  var element: Element {
    Screen("done", title: "All set") {
      Text("Thank you, \(profile.trimmedName).", id: "headline").traits(.heading)
      Text("Your profile is saved.", id: "saved").traits(.success)
      Button("Start", id: OnboardingAction.continue).traits(.primary)
    }.element
  }
}

/// Asks for name and e-mail address, and says what is wrong with them once the field is left.
struct ProfileScreen: ElementConvertible {
  let profile: Profile
  /// The field that is being typed into.
  var typing: OnboardingField?
  var startsInEmail = false
  let fraction: Double

  var element: Element {
    Screen("profile", title: "Your profile", allowsBack: true) {
      Progress("About you", id: "progress", fraction: fraction)
      Text("Who is at the table?", id: "headline").traits(.heading)
      Group {
        TextField("Name", id: OnboardingField.name, text: profile.name, placeholder: "Ada Lovelace")
        if typing != .name, !profile.name.isEmpty, let problem = profile.nameProblem {
          Text(problem, id: "name-problem").traits(.failure)
        }
        TextField("E-mail", id: OnboardingField.email, text: profile.email, placeholder: "ada@example.com")
          .focused(startsInEmail)
        if typing != .email, !profile.email.isEmpty, let problem = profile.emailProblem {
          Text(problem, id: "email-problem").traits(.failure)
        }
      }
      Button("Continue", id: OnboardingAction.continue).traits(.primary).disabled(!profile.isComplete)
      if let missing = profile.missing(for: "Continue") { Text(missing, id: "missing").traits(.secondary) }
    }.element
  }
}

/// Shows all answers before they are saved.
struct SummaryScreen: ElementConvertible {
  let progress: OnboardingProgress
  let fraction: Double

  var element: Element {
    Screen("summary", title: "Summary", allowsBack: true) {
      Progress("Last step", id: "progress", fraction: fraction)
      Text("Is everything right?", id: "headline").traits(.heading)
      List("Your answers", id: "answers") {
        Cell("Name", id: OnboardingAction.editName, value: progress.profile.trimmedName)
        Cell("E-mail", id: OnboardingAction.editEmail, value: progress.profile.trimmedEmail)
        Cell("Notifications", id: OnboardingAction.editNotifications, value: progress.notifications.summary)
      }
      Text("Choose an answer to change it.").traits(.secondary)
      Button("Finish", id: OnboardingAction.finish).traits(.primary).disabled(!progress.profile.isComplete)
      if let missing = progress.profile.missing(for: "Finish") {
        Text(missing, id: "missing").traits(.secondary)
      }
    }.element
  }
}

extension NotificationChoice {
  /// The choice in words.
  nonisolated var summary: String {
    switch (orderUpdates, offers) {
    case (true, true): "Orders and offers"
    case (true, false): "Orders only"
    case (false, true): "Offers only"
    case (false, false): "None"
    }
  }
}

/// The screen of a user who has finished onboarding.
struct HomeScreen: ElementConvertible {
  let progress: OnboardingProgress

  var element: Element {
    Screen("home", title: "Home") {
      Text("Hello, \(progress.profile.trimmedName)!", id: "greeting").traits(.heading)
      Text("The kitchens of your neighbourhood are open.")
      Group {
        Text("E-mail: \(progress.profile.trimmedEmail)", id: "home-email")
        Text("Notifications: \(progress.notifications.summary)", id: "home-notifications")
      }
      Button("Start over", id: OnboardingAction.startOver).traits(.destructive)
    }.element
  }
}

/// Asks before the answers are erased.
struct StartOverAlert: ElementConvertible {
  var element: Element {
    Confirmation(
      "Start over?", id: "start-over-alert",
      text: "Your profile and your choices will be erased from this device.",
      keep: ("Keep them", OnboardingAction.keep), confirm: ("Erase", .confirmStartOver)
    ).element
  }
}
