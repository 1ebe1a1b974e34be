import AppData
public import FeatureFlags

/// Stores the user layer of the flags, as one entry of the app's preferences.
nonisolated enum UserFlags {
  static let key = "cleanslate.userFlags"
  /// Where a text that cannot be read is kept once another has taken its place.
  static let unreadableKey = "cleanslate.userFlags.unreadable"
  private static let source = "the user layer"

  /// Returns the stored values that fit today's declarations, and an error for each value that does not.
  ///
  /// A flag may have been removed, or changed its type, since its value was stored; the app must start nevertheless.
  static func load(
    from preferences: Preferences, for declarations: [FlagDeclaration]
  ) throws -> (values: [String: FlagLiteral], problems: [FlagError]) {
    guard let text = try preferences.string(forKey: key) else { return ([:], []) }
    do throws(FlagError) {
      var values = try FlagText.parse(text, source: source)
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

  /// Stores the value of one flag, or removes it for nil. The others stay as they are, those of another build included.
  static func save(_ value: FlagLiteral?, forKey flag: String, to preferences: Preferences) throws {
    var values: [String: FlagLiteral] = [:]
    if let text = try preferences.string(forKey: key) {
      do throws(FlagError) {
        values = try FlagText.parse(text, source: source)
      } catch {
        try preferences.set(text, forKey: unreadableKey)
      }
    }
    values[flag] = value
    if values.isEmpty {
      try preferences.remove(key)
    } else {
      try preferences.set(FlagText.format(values), forKey: key)
    }
  }
}

extension AppEnvironment {
  /// Stores the user's own value for a flag, or removes it for nil.
  ///
  /// Code that has read the flag already keeps the old value; `restart` builds the app with the new one.
  public func setUserFlag(_ value: FlagLiteral?, forKey key: String) throws {
    let before = flags.userValues[key]
    try flags.setUserValue(value, forKey: key)
    do {
      try UserFlags.save(flags.userValues[key], forKey: key, to: data.preferences)
    } catch {
      try flags.setUserValue(before, forKey: key)
      throw error
    }
  }
}
