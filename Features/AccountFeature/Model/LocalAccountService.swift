import AppData
import AppRuntime
import Foundation

/// An account service that knows the bundled accounts, and answers the same in every run.
nonisolated struct LocalAccountService: AccountService {
  static let sessionLength: TimeInterval = 30 * 24 * 60 * 60
  static let lockLength: TimeInterval = 60 * 60

  let clock: AppClock
  var delay = Duration.zero

  func signIn(email: String, password: String) async throws -> SignInAnswer {
    if delay > .zero { try await clock.wait(delay) }
    guard let known = BundledAccount.all.first(where: { $0.account.email == email.lowercased() }) else {
      return .refused
    }
    let now = clock.now()
    if known.isLocked { return .locked(until: now + Self.lockLength) }
    guard known.accepts(password) else { return .refused }
    return .accepted(
      SignIn(
        account: known.account, token: "\(Digest(of: "\(known.account.email) \(now)".utf8))",
        expiresAt: now + Self.sessionLength))
  }
}

/// An account service that is never there.
nonisolated struct OfflineAccountService: AccountService {
  func signIn(email: String, password: String) async throws -> SignInAnswer {
    throw AccountServiceUnreachableError()
  }
}
