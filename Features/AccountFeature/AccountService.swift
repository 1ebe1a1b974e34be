import AppData
import AppRuntime
package import Foundation

/// Checks e-mail addresses and passwords.
nonisolated package protocol AccountService: Sendable {
  /// An account that everybody may use to look around; nil if there is none.
  var demoAccount: DemoAccount? { get }
  /// Tries to sign in; throws when the service does not answer.
  func signIn(email: String, password: String) async throws -> SignInAnswer
}

extension AccountService {
  nonisolated package var demoAccount: DemoAccount? { nil }
}

nonisolated package struct DemoAccount: Sendable, Equatable {
  package var email: String
  package var password: String

  package init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}

nonisolated package enum SignInAnswer: Sendable, Equatable {
  /// The e-mail address and the password are right.
  case accepted(SignIn)
  /// The e-mail address and the password do not match.
  case refused
  /// The service accepts no tries for this account before a certain time.
  case locked(until: Date)
}

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

/// A sign-in as it is stored: the account, the token that proves it, and when it expires.
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

/// The account service did not answer.
nonisolated struct AccountServiceUnreachableError: Error, CustomStringConvertible {
  var description: String {
    "The account service cannot be reached. Check your connection and try again."
  }
}

nonisolated extension LaunchOption {
  static let accountService = LaunchOption(
    "--account-service", value: "NAME",
    "Chooses the account service: local, which answers at once, slow, or offline, which never does.")
}

/// The account services that come with the feature; none of them needs a network.
nonisolated enum AccountServiceChoice: String, CaseIterable {
  case local, slow, offline

  /// Reads the choice from the command line; without the option it is the local one.
  init(_ launch: LaunchConfiguration) throws(UnknownValueError) {
    let name = try launch.value(of: .accountService, among: Self.allCases.map(\.rawValue))
    self = name.flatMap(Self.init(rawValue:)) ?? .local
  }

  /// The command line arguments that choose the service.
  var arguments: [String] { [LaunchOption.accountService.name, rawValue] }

  func service(clock: AppClock) -> any AccountService {
    switch self {
    case .local: LocalAccountService(clock: clock)
    case .slow: LocalAccountService(clock: clock, delay: .seconds(3))
    case .offline: OfflineAccountService()
    }
  }
}

/// An account service that knows only the bundled accounts, and gives the same answers in every run.
nonisolated struct LocalAccountService: AccountService {
  static let sessionLength: TimeInterval = 30 * 24 * 60 * 60
  static let lockLength: TimeInterval = 60 * 60

  let clock: AppClock
  var delay = Duration.zero

  var demoAccount: DemoAccount? {
    DemoAccount(email: BundledAccount.ada.account.email, password: "analytical engine")
  }

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

/// An account service that never answers.
nonisolated struct OfflineAccountService: AccountService {
  func signIn(email: String, password: String) async throws -> SignInAnswer {
    throw AccountServiceUnreachableError()
  }
}

/// An account that comes with the app, to try it out without a network.
///
/// The people are made up, so nothing is at risk here. A real service keeps its passwords secret, behind a slow
/// digest.
nonisolated struct BundledAccount: Sendable {
  let account: Account
  let salt: String
  /// The digest of salt and password, in hexadecimal digits.
  let digest: String
  var isLocked = false

  func accepts(_ password: String) -> Bool { "\(Digest(of: (salt + password).utf8))" == digest }

  static let all = [ada, alan, hanako, maximiliane]

  /// The account that is offered to everybody.
  static let ada = BundledAccount(
    account: Account(name: "Ada Lovelace", email: "ada@example.com", memberSince: day(1_615_680_000)),
    salt: "7c1e", digest: "4bcab1501a766acea16df66bd0c49f2878dbf48a85661149512c628f82d3efe0")

  /// The service has locked this account, whatever the password.
  static let alan = BundledAccount(
    account: Account(name: "Alan Turing", email: "alan@example.com", memberSince: day(1_655_942_400)),
    salt: "b04d", digest: "feed2958d48338beba897a783bcb6fad17d4ccddcf14c0e081293332bf5e273a", isLocked: true)

  /// The password is "sakura mochi".
  static let hanako = BundledAccount(
    account: Account(name: "山田 花子", email: "hanako@example.jp", memberSince: day(1_711_929_600)),
    salt: "29fa", digest: "3f053739765139a5214c252fba42b847d4dda3b1a362bb83989486051204491a")

  /// The password is "rosenberg garden".
  static let maximiliane = BundledAccount(
    account: Account(
      name: "Maximiliane-Theodora Gräfin von und zu Hohenstein-Rosenberg-Langenfeld",
      email: "maximiliane-theodora.von.und.zu.hohenstein-rosenberg-langenfeld@post.example.com",
      memberSince: day(1_546_300_800)),
    salt: "e653", digest: "3eac9547a9dc75e94aeb8a61134148b536dd243edaeb5e6c37a5fa6cff88a23d")

  private static func day(_ secondsSince1970: TimeInterval) -> Date {
    Date(timeIntervalSince1970: secondsSince1970)
  }
}
