/// The identifiers of what can be acted on, in one place.
enum AccountID {
  static let email = "email"
  static let password = "password"
  static let signIn = "sign-in"
  static let help = "help"
  static let leaveHelp = "leave-help"
  static let tryAgain = "try-again"
  static let signOut = "sign-out"
  static let staySignedIn = "stay-signed-in"
  static let confirmSignOut = "confirm-sign-out"
}
