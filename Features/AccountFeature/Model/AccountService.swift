package import Foundation

/// Checks who somebody is.
nonisolated package protocol AccountService: Sendable {
  /// Asks to be signed in, or throws when there is no answer.
  func signIn(email: String, password: String) async throws -> SignInAnswer
}

/// What an account service answers.
nonisolated package enum SignInAnswer: Sendable, Equatable {
  /// The person is who they say they are.
  case accepted(SignIn)
  /// E-mail and password do not belong together.
  case refused
  /// The service takes no tries for this account before a certain time.
  case locked(until: Date)
}

/// A person's account.
nonisolated package struct Account: Sendable, Codable, Equatable {
  package var name: String
  package var email: String
  package var memberSince: Date

  package init(name: String, email: String, memberSince: Date) {
    self.name = name
    self.email = email
    self.memberSince = memberSince
  }
}

/// A person's being signed in, as it is kept: with the token that proves it, until it expires.
nonisolated package struct SignIn: Sendable, Codable, Equatable {
  package var account: Account
  package var token: String
  package var expiresAt: Date

  package init(account: Account, token: String, expiresAt: Date) {
    self.account = account
    self.token = token
    self.expiresAt = expiresAt
  }
}

/// There was no answer from the account service.
nonisolated struct AccountServiceUnreachableError: Error, CustomStringConvertible {
  var description: String {
    "The account service cannot be reached. Check your connection and try again."
  }
}
