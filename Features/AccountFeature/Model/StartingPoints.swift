import AppData
package import AppRuntime
import Foundation

nonisolated extension StartingPoint {
  /// The situations that the account feature can be started in.
  package static let account = [
    userAlreadyLoggedIn, lockedOut, sessionExpired, offline, slowService, signInHelp, signOutAlert, longName,
    wideName, unreadableSession,
  ]

  /// Somebody who signed in some time ago.
  package static let userAlreadyLoggedIn = StartingPoint(
    "userAlreadyLoggedIn", "Ada is signed in.", prepare: keeping(.ada))

  private static let lockedOut = StartingPoint(
    "lockedOut", "Five wrong tries: nobody can sign in for a quarter of an hour."
  ) { try AccountStore(data: $0).save(.allUsed) }

  private static let sessionExpired = StartingPoint(
    "sessionExpired", "Ada was signed in, but that was long ago.", prepare: keeping(.ada, until: longAgo))

  private static let offline = StartingPoint(
    "offline", "The sign-in screen; the account service cannot be reached.",
    arguments: [LaunchOption.accountService.name, AccountServiceChoice.offline.rawValue])

  private static let slowService = StartingPoint(
    "slowService", "The sign-in screen; the account service takes its time.",
    arguments: [LaunchOption.accountService.name, AccountServiceChoice.slow.rawValue])

  private static let signInHelp = StartingPoint(
    "signInHelp", "Help for those who cannot sign in.", arguments: ["--open", "storefront://account/help"])

  private static let signOutAlert = StartingPoint(
    "signOutAlert", "Ada is asked whether she wants to sign out.",
    arguments: ["--open", "storefront://account/sign-out"], prepare: keeping(.ada))

  private static let longName = StartingPoint(
    "longName", "Somebody with a long name and a long address is signed in.", prepare: keeping(.maximiliane))

  private static let wideName = StartingPoint(
    "wideName", "Somebody with a Japanese name is signed in.", prepare: keeping(.hanako))

  private static let unreadableSession = StartingPoint(
    "unreadableSession", "The kept sign-in cannot be read."
  ) { try $0.secrets.set(Secret("?"), for: AccountStore.signInItem) }

  private static let longAgo = Date(timeIntervalSince1970: 1_577_836_800)
  private static let farAhead = Date(timeIntervalSince1970: 4_102_444_800)

  private static func keeping(
    _ person: BundledAccount, until end: Date = farAhead
  ) -> @Sendable (AppData) throws -> Void {
    { data in
      let token = "\(Digest(of: person.account.email.utf8))"
      try AccountStore(data: data).save(SignIn(account: person.account, token: token, expiresAt: end))
    }
  }
}
