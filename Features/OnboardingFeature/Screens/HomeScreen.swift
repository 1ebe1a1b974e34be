import ElementTree

/// Where a user lands who has finished.
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
      Button("Start over", id: OnboardingID.startOver).traits(.destructive)
    }.element
  }
}

/// Makes sure before answers are thrown away.
struct StartOverAlert: ElementConvertible {
  var element: Element {
    Alert("Start over?", id: "start-over-alert") {
      Text("Your profile and your choices will be erased from this device.")
      Row {
        Button("Keep them", id: OnboardingID.keep).traits(.primary)
        Button("Erase", id: OnboardingID.confirmStartOver).traits(.destructive)
      }
    }.element
  }
}
