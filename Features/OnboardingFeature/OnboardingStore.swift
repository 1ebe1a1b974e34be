import AppData
import Foundation

/// The stored progress could not be decoded; a copy of it was set aside under the key.
nonisolated struct UnreadableProgressError: Error, CustomStringConvertible {
  let key: String

  var description: String {
    "it is not in the expected form. It is set aside among the preferences as \"\(key)\"; please begin again."
  }
}

/// Stores a user's progress in the preferences, and the finished profile as a document.
nonisolated struct OnboardingStore {
  static let progressKey = "onboarding.progress"
  static let profilePath = "profile.json"

  let data: AppData

  /// Reads the stored progress. What cannot be decoded is set aside, so that the next save does not destroy it.
  func load() throws -> OnboardingProgress {
    do {
      return try data.preferences.data(forKey: Self.progressKey)
        .map { try JSONDecoder().decode(OnboardingProgress.self, from: $0) } ?? OnboardingProgress()
    } catch {
      throw try data.preferences.setAside(Self.progressKey).map(UnreadableProgressError.init) ?? error
    }
  }

  func save(_ progress: OnboardingProgress) throws {
    try data.preferences.set(encode(progress), forKey: Self.progressKey)
  }

  func save(finished profile: Profile) throws {
    try data.files.documents.write(encode(profile), to: Self.profilePath)
  }

  func erase() throws {
    if try data.files.documents.exists(Self.profilePath) {
      try data.files.documents.remove(Self.profilePath)
    }
    // And what was set aside of it.
    for key in try data.preferences.keys where key.hasPrefix(Self.progressKey) {
      try data.preferences.remove(key)
    }
  }

  private func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }
}
