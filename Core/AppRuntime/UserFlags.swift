import AppData
public import FeatureFlags

/// Stores the user layer of the flags, as one entry of the app's preferences.
nonisolated enum UserFlags {
  static let key = "cleanslate.userFlags"
  /// Where a text that cannot be read is kept once another has taken its place.
  static let unreadableKey = "cleanslate.userFlags.unreadable"
  /// Where values are kept that fit no declaration, once the user has been told.
  static let unusedKey = "cleanslate.userFlags.unused"
  private static let source = "the user layer"

  /// Returns the stored values that fit today's declarations, and an error for each value that does not.
  ///
  /// A flag may have been removed, or changed its type, since its value was stored; the app must start nevertheless. A
  /// build that declares it again finds the value.
  static func load(
    from preferences: Preferences, for declarations: [FlagDeclaration]
  ) throws -> (values: [String: FlagLiteral], problems: [FlagError]) {
    var values = try unused(in: preferences).filter { problem(with: $0, for: declarations) == nil }
    guard let text = try preferences.string(forKey: key) else { return (values, []) }
    do throws(FlagError) {
      var problems: [FlagError] = []
      for flag in try FlagText.parse(text, source: source).sorted(by: { $0.key < $1.key }) {
        if let problem = problem(with: flag, for: declarations) {
          problems.append(problem)
        } else {
          values[flag.key] = flag.value
        }
      }
      return (values, problems)
    } catch {
      return (values, [error])
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
    var unused = try unused(in: preferences)
    if unused.removeValue(forKey: flag) != nil { try write(unused, unusedKey, to: preferences) }
    try write(values, key, to: preferences)
  }

  /// Moves what cannot be used out of the way, so that the next start does not tell it again.
  static func setUnusedAside(in preferences: Preferences, for declarations: [FlagDeclaration]) throws {
    guard let text = try preferences.string(forKey: key) else { return }
    // What was set aside by a later version, and cannot be read here, is not written over: that is told.
    var unused =
      try preferences.string(forKey: unusedKey).map { try FlagText.parse($0, source: source) } ?? [:]
    var values: [String: FlagLiteral] = [:]
    do throws(FlagError) {
      for flag in try FlagText.parse(text, source: source) {
        if problem(with: flag, for: declarations) == nil {
          values[flag.key] = flag.value
        } else {
          unused[flag.key] = flag.value
        }
      }
    } catch {
      try preferences.set(text, forKey: unreadableKey)
    }
    try write(unused, unusedKey, to: preferences)
    try write(values, key, to: preferences)
  }

  private static func problem(
    with flag: (key: String, value: FlagLiteral), for declarations: [FlagDeclaration]
  ) -> FlagError? {
    do throws(FlagError) {
      _ = try FlagStore(declarations, user: [flag.key: flag.value])
      return nil
    } catch {
      return error
    }
  }

  private static func unused(in preferences: Preferences) throws -> [String: FlagLiteral] {
    try preferences.string(forKey: unusedKey).flatMap { try? FlagText.parse($0, source: source) } ?? [:]
  }

  private static func write(
    _ values: [String: FlagLiteral], _ key: String, to preferences: Preferences
  ) throws {
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
