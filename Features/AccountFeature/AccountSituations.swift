import AppData
package import AppRuntime
import Foundation

extension AccountFeature {
  /// Ada, who signed in some time ago.
  package static let userAlreadyLoggedIn = Situation(
    "userAlreadyLoggedIn", "Ada is signed in.", prepare: keeping(.ada))

  package var situations: [Situation] {
    [
      Self.userAlreadyLoggedIn,
      Situation("lockedOut", "Five wrong tries: nobody can sign in for a quarter of an hour.") {
        try AccountStore(data: $0).save(.allUsed)
      },
      Situation(
        "sessionExpired", "Ada was signed in, but that was long ago.",
        prepare: Self.keeping(.ada, until: Date(timeIntervalSince1970: 1_577_836_800))),
      Situation(
        "offline", "The sign-in screen; the account service cannot be reached.",
        arguments: AccountServiceChoice.offline.arguments),
      Situation(
        "slowService", "The sign-in screen; the account service takes its time.",
        arguments: AccountServiceChoice.slow.arguments),
      Situation("signInHelp", "Help for those who cannot sign in.", opening: "account/help"),
      Situation(
        "signOutAlert", "Ada is asked whether she wants to sign out.", opening: "account/sign-out",
        prepare: Self.keeping(.ada)),
      Situation(
        "longName", "Somebody with a long name and a long address is signed in.",
        prepare: Self.keeping(.maximiliane)),
      Situation("wideName", "Somebody with a Japanese name is signed in.", prepare: Self.keeping(.hanako)),
      Situation("unreadableSession", "The kept sign-in cannot be read.") {
        try $0.secrets.set(Secret("?"), for: AccountStore.signInItem)
      },
    ]
  }

  private static func keeping(
    _ person: BundledAccount, until end: Date = Date(timeIntervalSince1970: 4_102_444_800)
  ) -> @Sendable (AppData) throws -> Void {
    { data in
      let token = "\(Digest(of: person.account.email.utf8))"
      try AccountStore(data: data).save(SignIn(account: person.account, token: token, expiresAt: end))
    }
  }
}
