import ElementTree

/// Asks who the user is, and says at once what is wrong with an answer.
struct ProfileScreen: ElementConvertible {
  let profile: Profile
  let fraction: Double

  var element: Element {
    Screen("profile", title: "Your profile", allowsBack: true) {
      Progress("About you", id: "progress", fraction: fraction)
      Text("Who is at the table?", id: "headline").traits(.heading)
      Group {
        TextField("Name", id: OnboardingID.name, text: profile.name, placeholder: "Ada Lovelace")
        if !profile.name.isEmpty, let problem = profile.nameProblem {
          Text(problem, id: "name-problem").traits(.failure)
        }
        TextField("E-mail", id: OnboardingID.email, text: profile.email, placeholder: "ada@example.com")
        if !profile.email.isEmpty, let problem = profile.emailProblem {
          Text(problem, id: "email-problem").traits(.failure)
        }
      }
      Button("Continue", id: OnboardingID.continue).traits(.primary).disabled(!profile.isComplete)
    }.element
  }
}
