import AppData
public import FeatureFlags

/// Stores the user layer of the flags, as one entry of the app's preferences.
nonisolated enum UserFlags {
  static let key = "cleanslate.userFlags"
  /// Where values are kept that fit no declaration, once the user has been told.
  static let unusedKey = "cleanslate.userFlags.unused"
  private static let source = "the user layer"

  /// Returns the stored values that fit today's declarations, and an error for each value that does not.
  ///
  /// A flag may have been removed, or changed its type, since its value was stored, and the file may be damaged; the app must
  /// start nevertheless. A build that declares a flag again finds its value.
  static func load(
    from preferences: Preferences, for declarations: [FlagDeclaration]
  ) -> (values: [String: FlagLiteral], problems: [any Error]) {
    var values: [String: FlagLiteral] = [:]
    do {
      values = unused(in: preferences).filter { problem(with: $0, for: declarations) == nil }
      var problems: [FlagError] = []
      for flag in try kept(in: preferences).sorted(by: { $0.key < $1.key }) {
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
    do {
      values = try kept(in: preferences)
    } catch is FlagError {
      try preferences.setAside(key)
    }
    values[flag] = value
    var texts = [key: text(of: values)]
    var unused = unused(in: preferences)
    if unused.removeValue(forKey: flag) != nil { texts[unusedKey] = text(of: unused) }
    // A flag that goes from one to the other must not be missing in both.
    try preferences.set(texts)
  }

  /// Moves what cannot be used out of the way, so that the next start does not tell it again.
  static func setUnusedAside(in preferences: Preferences, for declarations: [FlagDeclaration]) throws {
    // What was set aside by a later version, and cannot be read here, is not written over: that is told.
    var unused =
      try preferences.string(forKey: unusedKey).map { try FlagText.parse($0, source: source) } ?? [:]
    var values: [String: FlagLiteral] = [:]
    do {
      for flag in try kept(in: preferences) {
        if problem(with: flag, for: declarations) == nil {
          values[flag.key] = flag.value
        } else {
          unused[flag.key] = flag.value
        }
      }
    } catch is FlagError {
      try preferences.setAside(key)
    }
    try preferences.set([unusedKey: text(of: unused), key: text(of: values)])
  }

  /// What is stored; throws a `FlagError` if it is no text of flags.
  private static func kept(in preferences: Preferences) throws -> [String: FlagLiteral] {
    do {
      return try preferences.string(forKey: key).map { try FlagText.parse($0, source: source) } ?? [:]
    } catch AppDataError.wrongType(_, _, let found) {
      throw FlagError.malformed(source: source, problem: "\(found) instead of text", offset: 0)
    }
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

  /// What was set aside; nothing if it cannot be read, which whoever reads the flags themselves reports.
  private static func unused(in preferences: Preferences) -> [String: FlagLiteral] {
    (try? preferences.string(forKey: unusedKey).map { try FlagText.parse($0, source: source) }) ?? [:]
  }

  private static func text(of values: [String: FlagLiteral]) -> String? {
    values.isEmpty ? nil : FlagText.format(values)
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
