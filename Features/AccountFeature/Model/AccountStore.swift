import AppData
import Foundation

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
