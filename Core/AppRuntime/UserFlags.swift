import AppData
public import FeatureFlags

/// Where the user layer of the flags is kept: one entry of the app's preferences.
nonisolated enum UserFlags {
  static let key = "cleanslate.userFlags"

  /// Returns the kept values that fit today's declarations, and an error for each value that does not.
  ///
  /// A flag may have gone or changed its type since its value was kept; that must not keep the app from starting.
  static func load(
    from preferences: Preferences, for declarations: [FlagDeclaration]
  ) throws -> (values: [String: FlagLiteral], problems: [FlagError]) {
    guard let text = try preferences.string(forKey: key) else { return ([:], []) }
    do throws(FlagError) {
      var values = try FlagText.parse(text, source: "the user layer")
      var problems: [FlagError] = []
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        do throws(FlagError) {
          _ = try FlagStore(declarations, user: [key: value])
        } catch {
          problems.append(error)
          values[key] = nil
        }
      }
      return (values, problems)
    } catch {
      return ([:], [error])
    }
  }

  static func save(_ values: [String: FlagLiteral], to preferences: Preferences) throws {
    if values.isEmpty {
      try preferences.remove(key)
    } else {
      try preferences.set(FlagText.format(values), forKey: key)
    }
  }
}

extension AppEnvironment {
  /// Keeps the user's own value for a flag, or forgets it with `nil`.
  ///
  /// What has read the flag already keeps what it read; `restart` builds the app with the new value.
  public func setUserFlag(_ value: FlagLiteral?, forKey key: String) throws {
    let before = flags.userValues[key]
    try flags.setUserValue(value, forKey: key)
    do {
      try UserFlags.save(flags.userValues, to: data.preferences)
    } catch {
      try flags.setUserValue(before, forKey: key)
      throw error
    }
  }
}
