import ElementTree

/// Asks who somebody is.
struct SignInScreen: ElementConvertible {
  let credentials: Credentials
  var hasExpired = false
  var isBusy = false
  var problem: String?

  var element: Element {
    Screen("account-sign-in", title: "Sign in") {
      Text(hasExpired ? "Good to see you again" : "Welcome back", id: "headline").traits(.heading)
      if hasExpired {
        Text("It has been a while. Please sign in once more.", id: "expired").traits(.warning)
      }
      Group {
        TextField("E-mail", id: AccountID.email, text: credentials.email, placeholder: "ada@example.com")
          .disabled(isBusy)
        if let problem = credentials.emailProblem {
          Text(problem, id: "email-problem").traits(.failure)
        }
        SecureField("Password", id: AccountID.password, text: credentials.password).disabled(isBusy)
          .focused(credentials.hasUsableEmail)
      }
      if let problem { ProblemText(problem) }
      if isBusy { Text("One moment, please. We are signing you in.", id: "busy").traits(.secondary) }
      Row {
        Button("Sign in", id: AccountID.signIn).traits(.primary)
          .disabled(isBusy || !credentials.areComplete)
        Button("I need help", id: AccountID.help).disabled(isBusy)
      }
    }.element
  }
}

/// Says what to do when signing in does not work.
struct SignInHelpScreen: ElementConvertible {
  var element: Element {
    Screen("account-help", title: "Help", allowsBack: true) {
      Text("Trouble signing in?", id: "headline").traits(.heading)
      Text("Capitals count in passwords: is Caps Lock off?")
      Text("Use the e-mail address that you registered with.")
      Text("After five wrong tries, please wait fifteen minutes.")
      Button("Back to sign-in", id: AccountID.leaveHelp).traits(.primary)
    }.element
  }
}

/// Says until when nobody can sign in.
struct LockedOutScreen: ElementConvertible {
  /// When that ends, in words.
  let end: String
  var problem: String?

  var element: Element {
    Screen("account-locked-out", title: "Sign in") {
      Text("Sign-in is paused", id: "headline").traits(.heading)
      Text(
        "There were too many wrong tries. To keep your account safe, sign-in is closed for now.", id: "reason"
      )
      Text("Open again: \(end)", id: "lock-end").traits(.warning)
      if let problem { ProblemText(problem) }
      Row {
        Button("Try again", id: AccountID.tryAgain).traits(.primary)
        Button("I need help", id: AccountID.help)
      }
    }.element
  }
}

/// Says what went wrong.
struct ProblemText: ElementConvertible {
  let element: Element

  init(_ problem: String) { element = Text(problem, id: "problem").traits(.failure) }
}
