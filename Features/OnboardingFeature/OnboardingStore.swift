import AppData
import Foundation

/// The stored progress could not be decoded; a copy of it was set aside.
nonisolated struct UnreadableProgressError: Error, CustomStringConvertible {
  var description: String {
    "it is not in the expected form. It is set aside among the preferences as "
      + "\"\(OnboardingStore.unreadableKey)\"; please begin again."
  }
}

/// Stores a user's progress in the preferences, and the finished profile as a document.
nonisolated struct OnboardingStore {
  static let progressKey = "onboarding.progress"
  static let unreadableKey = "onboarding.progress.unreadable"
  static let profilePath = "profile.json"

  let data: AppData

  /// Reads the stored progress. What cannot be decoded is set aside, so that the next save does not destroy it.
  func load() throws -> OnboardingProgress {
    guard let kept = try data.preferences.data(forKey: Self.progressKey) else { return OnboardingProgress() }
    do {
      return try JSONDecoder().decode(OnboardingProgress.self, from: kept)
    } catch {
      try data.preferences.set(kept, forKey: Self.unreadableKey)
      throw UnreadableProgressError()
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
    try data.preferences.remove(Self.unreadableKey)
    try data.preferences.remove(Self.progressKey)
  }

  private func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }
}
