import ElementTree
import Foundation

/// Asks for e-mail address and password.
struct SignInScreen: ElementConvertible {
  let credentials: Credentials
  let demo: DemoAccount?
  var hasExpired = false
  var isBusy = false
  /// Whether the address is being typed: what is wrong with it is said when the field is left.
  var isTypingEmail = false
  var problem: String?

  var element: Element {
    Screen("account-sign-in", title: "Sign in") {
      Text(hasExpired ? "Good to see you again" : "Welcome back", id: "headline").traits(.heading)
      if hasExpired {
        Text("It has been a while. Please sign in once more.", id: "expired").traits(.warning)
      }
      Group {
        TextField("E-mail", id: AccountField.email, text: credentials.email, placeholder: "ada@example.com")
          .disabled(isBusy)
        if !isTypingEmail, let problem = credentials.emailProblem {
          Text(problem, id: "email-problem").traits(.failure)
        }
        SecureField("Password", id: AccountField.password, text: credentials.password).disabled(isBusy)
          .focused(credentials.hasUsableEmail)
      }
      if let problem { ProblemText(problem) }
      if let demo {
        Text("To look around: \(demo.email), password \"\(demo.password)\".", id: "demo-account")
          .traits(.secondary)
      }
      if isBusy { Text("One moment, please. We are signing you in.", id: "busy").traits(.secondary) }
      Row {
        Button("Sign in", id: AccountAction.signIn).traits(.primary)
          .disabled(isBusy || !credentials.areComplete)
        if demo != nil { Button("Use that account", id: AccountAction.useDemoAccount).disabled(isBusy) }
        Button("I need help", id: AccountAction.help).disabled(isBusy)
      }
      if !isBusy, let missing = credentials.missing { Text(missing, id: "missing").traits(.secondary) }
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
      Button("Back to sign-in", id: AccountAction.leaveHelp).traits(.primary)
    }.element
  }
}

/// Says until when signing in is not possible.
struct LockedOutScreen: ElementConvertible {
  /// When signing in is possible again, in words.
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
        Button("Try again", id: AccountAction.tryAgain).traits(.primary)
        Button("I need help", id: AccountAction.help)
      }
    }.element
  }
}

/// Shows an error in words.
struct ProblemText: ElementConvertible {
  let element: Element

  init(_ problem: String) { element = Text(problem, id: "problem").traits(.failure) }
}

/// Shows the account of the person who is signed in.
struct AccountScreen: ElementConvertible {
  let account: Account
  /// When the membership began, in words.
  let memberSince: String
  var problem: String?

  var element: Element {
    Screen("account", title: "Account") {
      Text(account.name, id: "account-name").traits(.heading)
      Group {
        Text(account.email, id: "account-email")
        Text("Member since \(memberSince)", id: "account-member-since").traits(.secondary)
      }
      Text("You are signed in on this device.", id: "signed-in").traits(.success)
      if let problem { ProblemText(problem) }
      Button("Sign out", id: AccountAction.signOut).traits(.destructive)
    }.element
  }
}

/// Asks before somebody is signed out.
struct SignOutAlert: ElementConvertible {
  var element: Element {
    Confirmation(
      "Sign out?", id: "sign-out-alert", text: "To come back, you will need your password.",
      keep: ("Stay", AccountAction.staySignedIn), confirm: ("Sign out", .confirmSignOut)
    ).element
  }
}

/// Writes dates in the user's locale and time zone.
nonisolated struct AccountDates: Sendable {
  let locale: Locale
  let timeZone: TimeZone

  /// A date, read in GMT so that it is the same day in every time zone.
  func day(_ date: Date) -> String { text(date, .long, .omitted, .gmt) }

  /// A time, with the date unless that is today.
  func moment(_ date: Date, seenAt now: Date) -> String {
    text(date, calendar.isDate(date, inSameDayAs: now) ? .omitted : .abbreviated, .shortened, timeZone)
  }

  private var calendar: Calendar {
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    return calendar
  }

  private func text(
    _ date: Date, _ day: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle, _ zone: TimeZone
  ) -> String {
    date.formatted(
      Date.FormatStyle(date: day, time: time, locale: locale, calendar: locale.calendar, timeZone: zone))
  }
}
