import Foundation

/// All that the feature keeps: who is signed in, or how often somebody failed to be.
nonisolated struct AccountState: Equatable, Sendable {
  var signIn: SignIn?
  var tries = SignInTries()

  /// What that means at a certain time.
  func phase(at now: Date) -> AccountPhase {
    if let signIn, now < signIn.expiresAt { return .signedIn(signIn.account) }
    if let end = tries.lockedUntil, tries.isLocked(at: now) { return .lockedOut(until: end) }
    return .signedOut(hasExpired: signIn != nil)
  }
}

/// How a person stands with the app.
nonisolated enum AccountPhase: Equatable, Sendable {
  /// Nobody is signed in; perhaps because it has been too long since somebody was.
  case signedOut(hasExpired: Bool)
  /// Nobody can sign in before a certain time.
  case lockedOut(until: Date)
  /// Somebody is signed in.
  case signedIn(Account)
}
