import ElementTree

/// The first thing that a new user sees.
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
        Button("Continue", id: OnboardingID.continue).traits(.primary)
        Button("Skip the tour", id: OnboardingID.skip)
      }
    }.element
  }
}

/// One page of the tour.
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
        Button("Continue", id: OnboardingID.continue).traits(.primary)
        if number < of { Button("Skip", id: OnboardingID.skip) }
      }
    }.element
  }
}

/// Asks what the user wants to be told about.
struct NotificationsScreen: ElementConvertible {
  let choice: NotificationChoice
  let fraction: Double

  var element: Element {
    Screen("notifications", title: "Notifications", allowsBack: true) {
      Progress("Almost there", id: "progress", fraction: fraction)
      Text("What may we tell you about?", id: "headline").traits(.heading)
      Group {
        Toggle("Where my order is", id: OnboardingID.orderUpdates, isOn: choice.orderUpdates)
        Toggle("Offers from kitchens nearby", id: OnboardingID.offers, isOn: choice.offers)
      }
      Text("You can check your answers on the next page.").traits(.secondary)
      Button("Continue", id: OnboardingID.continue).traits(.primary)
    }.element
  }
}

/// Says that all is done.
struct DoneScreen: ElementConvertible {
  let profile: Profile

  var element: Element {
    Screen("done", title: "All set") {
      Text("Thank you, \(profile.trimmedName).", id: "headline").traits(.heading)
      Text("Your profile is saved.", id: "saved").traits(.success)
      Button("Start", id: OnboardingID.continue).traits(.primary)
    }.element
  }
}
