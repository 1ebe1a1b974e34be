import AppData
import Foundation

/// Everything that the feature stores: who is signed in, and how many tries have failed.
nonisolated struct AccountState: Equatable, Sendable {
  var signIn: SignIn?
  var tries = SignInTries()

  /// The phase that follows from the state at a certain time.
  func phase(at now: Date) -> AccountPhase {
    if let signIn, now < signIn.expiresAt { return .signedIn(signIn.account) }
    if let end = tries.lockedUntil, tries.isLocked(at: now) { return .lockedOut(until: end) }
    return .signedOut(hasExpired: signIn != nil)
  }

  /// When the phase changes by time alone.
  func nextChange(after now: Date) -> Date? {
    [signIn?.expiresAt, tries.lockedUntil].compactMap(\.self).filter { $0 > now }.min()
  }
}

/// Whether somebody is signed in and, if not, whether they may try to.
nonisolated enum AccountPhase: Equatable, Sendable {
  /// Nobody is signed in. `hasExpired`: somebody was, but too long ago.
  case signedOut(hasExpired: Bool)
  case lockedOut(until: Date)
  case signedIn(Account)
}

/// Counts wrong tries to sign in, and locks sign-in for a while after too many.
nonisolated struct SignInTries: Codable, Equatable, Sendable {
  static let limit = 5
  static let lockLength: TimeInterval = 15 * 60

  private(set) var wrong = 0
  private(set) var lockedUntil: Date?
  /// When the lock began, or was last begun again; nil in records of earlier versions.
  private(set) var lockedSince: Date?

  /// Whether anybody can have tried so often.
  var isPossible: Bool { (0...1_000_000).contains(wrong) }
  var left: Int { max(0, Self.limit - wrong) }

  func isLocked(at now: Date) -> Bool { lockedUntil.map { now < $0 } ?? false }

  mutating func countWrong(at now: Date) {
    settle(at: now)
    wrong += 1
    settle(at: now)
  }

  mutating func lock(from now: Date, until end: Date) { (lockedSince, lockedUntil) = (now, end) }

  /// Begins a lock when there were too many tries, and resets the tries when a lock is over.
  ///
  /// If the clock was set back to before the lock began, the lock begins again: otherwise it would last longer by as
  /// much as the clock was wrong.
  mutating func settle(at now: Date) {
    if let lockedUntil, lockedUntil <= now { self = Self() }
    if let lockedSince, let end = lockedUntil, now < lockedSince {
      lock(from: now, until: now + end.timeIntervalSince(lockedSince))
    }
    if wrong >= Self.limit, lockedUntil == nil { lock(from: now, until: now + Self.lockLength) }
  }

  /// All tries are used up; the lock begins when the app next reads the clock.
  static var allUsed: Self {
    var tries = Self()
    tries.wrong = limit
    return tries
  }
}

/// What a person enters to sign in.
nonisolated struct Credentials: Equatable, Sendable {
  var email = ""
  var password = ""

  var trimmedEmail: String { email.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// What is wrong with the address so far, in words for the user; nil while it is empty or valid.
  var emailProblem: String? {
    let address = trimmedEmail
    if address.isEmpty || address.wholeMatch(of: /[^@\s]+@[^@\s.]+(\.[^@\s.]+)+/) != nil { return nil }
    return "An e-mail address looks like ada@example.com."
  }

  var hasUsableEmail: Bool { !trimmedEmail.isEmpty && emailProblem == nil }
  /// What is still missing to sign in; nil if nothing is.
  var missing: String? {
    let missing = [
      hasUsableEmail ? nil : "your e-mail address", password.isEmpty ? "your password" : nil,
    ].compactMap(\.self)
    return missing.isEmpty ? nil : "To sign in, enter \(missing.joined(separator: " and "))."
  }
  var areComplete: Bool { hasUsableEmail && !password.isEmpty }
}

/// Stores the sign-in among the secrets, and the wrong tries among the preferences.
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
    do {
      guard let kept = try data.preferences.data(forKey: Self.triesKey) else { return SignInTries() }
      let tries: SignInTries = try decode(kept)
      guard tries.isPossible else { throw UnreadableRecordError() }
      return tries
    } catch {
      // The next try replaces it.
      throw try data.preferences.setAside(Self.triesKey).map(UnreadableRecordError.init) ?? error
    }
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

/// A stored record does not have the expected form.
nonisolated struct UnreadableRecordError: Error, CustomStringConvertible {
  /// The key of the copy that was set aside; nil if the record is left until the next sign-in.
  var copy: String?

  var description: String {
    "the record is damaged. "
      + (copy.map { "It is set aside among the preferences as \"\($0)\"." } ?? "The next sign-in replaces it.")
  }
}
