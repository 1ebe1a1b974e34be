import ElementTree

/// Shows people who they are here.
struct AccountScreen: ElementConvertible {
  let account: Account
  /// The first day of the membership, in words.
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
      Button("Sign out", id: AccountID.signOut).traits(.destructive)
    }.element
  }
}

/// Makes sure before somebody is signed out.
struct SignOutAlert: ElementConvertible {
  var element: Element {
    Alert("Sign out?", id: "sign-out-alert") {
      Text("To come back, you will need your password.")
      Row {
        Button("Stay", id: AccountID.staySignedIn).traits(.primary)
        Button("Sign out", id: AccountID.confirmSignOut).traits(.destructive)
      }
    }.element
  }
}
