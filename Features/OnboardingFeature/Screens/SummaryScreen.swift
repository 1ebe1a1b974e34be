import ElementTree

/// Shows all answers before they are kept.
struct SummaryScreen: ElementConvertible {
  let progress: OnboardingProgress
  let fraction: Double

  var element: Element {
    Screen("summary", title: "Summary", allowsBack: true) {
      Progress("Last step", id: "progress", fraction: fraction)
      Text("Is everything right?", id: "headline").traits(.heading)
      List("Your answers", id: "answers") {
        Cell("Name", id: OnboardingID.editName, value: progress.profile.trimmedName)
        Cell("E-mail", id: OnboardingID.editEmail, value: progress.profile.trimmedEmail)
        Cell("Notifications", id: OnboardingID.editNotifications, value: progress.notifications.summary)
      }
      Text("Choose an answer to change it.").traits(.secondary)
      Button("Finish", id: OnboardingID.finish).traits(.primary).disabled(!progress.profile.isComplete)
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
