import AppData
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

/// Counts wrong tries to sign in, and knows how long too many of them lock a person out.
nonisolated struct SignInTries: Codable, Equatable, Sendable {
  static let limit = 5
  static let lockLength: TimeInterval = 15 * 60

  private(set) var wrong = 0
  private(set) var lockedUntil: Date?
  /// When the lock was begun, or last measured anew; records of before have none.
  private(set) var lockedSince: Date?

  var left: Int { max(0, Self.limit - wrong) }

  func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

  mutating func countWrong(at now: Date) {
    settle(at: now)
    wrong += 1
    settle(at: now)
  }

  mutating func lock(from now: Date, until end: Date) { (lockedSince, lockedUntil) = (now, end) }

  /// Begins the lock that is due, and forgets the tries that led to one which is over.
  ///
  /// Where the clock has been set back behind the beginning of a lock, the lock begins again: it must not last for as
  /// long as the clock was wrong.
  mutating func settle(at now: Date) {
    if let lockedUntil, lockedUntil <= now { self = Self() }
    if let lockedSince, let end = lockedUntil, now < lockedSince {
      lock(from: now, until: now + end.timeIntervalSince(lockedSince))
    }
    if wrong >= Self.limit, lockedUntil == nil { lock(from: now, until: now + Self.lockLength) }
  }

  /// All tries used up, by somebody whose lock begins when the app next looks at the clock.
  static var allUsed: Self {
    var tries = Self()
    tries.wrong = limit
    return tries
  }
}

/// What a person types to sign in.
nonisolated struct Credentials: Equatable, Sendable {
  var email = ""
  var password = ""

  var trimmedEmail: String { email.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// What is wrong with the address so far, in words for the person who types.
  var emailProblem: String? {
    let address = trimmedEmail
    if address.isEmpty || address.wholeMatch(of: /[^@\s]+@[^@\s.]+(\.[^@\s.]+)+/) != nil { return nil }
    return "An e-mail address looks like ada@example.com."
  }

  var hasUsableEmail: Bool { !trimmedEmail.isEmpty && emailProblem == nil }
  var areComplete: Bool { hasUsableEmail && !password.isEmpty }
}

/// Keeps what the feature knows: the sign-in with its token among the secrets, wrong tries among the preferences.
nonisolated struct AccountStore {
  static let signInItem = SecretItem(.genericPassword, service: "account", account: "session")
  static let triesKey = "account.tries"

  let data: AppData

  func loadSignIn() throws -> SignIn? {
    try data.secrets.read(Self.signInItem).map { try decode($0.bytes) }
  }

  func save(_ signIn: SignIn) throws {
    try data.secrets.set(Secret(encode(signIn)), for: Self.signInItem)
  }

  func removeSignIn() throws { try data.secrets.remove(Self.signInItem) }

  func loadTries() throws -> SignInTries {
    try data.preferences.data(forKey: Self.triesKey).map { try decode($0) } ?? SignInTries()
  }

  func save(_ tries: SignInTries) throws {
    if tries != SignInTries() {
      try data.preferences.set(encode(tries), forKey: Self.triesKey)
    } else if try data.preferences.keys.contains(Self.triesKey) {
      try data.preferences.remove(Self.triesKey)
    }
  }

  private func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  private func decode<Value: Decodable>(_ bytes: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: bytes)
    } catch {
      throw UnreadableRecordError()
    }
  }
}

/// What was kept is not in the expected form.
nonisolated struct UnreadableRecordError: Error, CustomStringConvertible {
  var description: String { "the record is damaged. The next sign-in replaces it." }
}
