/// The identifiers of what can be acted on, in one place.
nonisolated enum SettingsID {
  static let erase = "settings-erase"
  static let keep = "settings-keep"
  static let confirmErase = "settings-confirm-erase"
  static let restart = "settings-restart"
  static let toggle = "settings-flag-toggle"
  static let value = "settings-flag-value"
  static let save = "settings-flag-save"
  static let clear = "settings-flag-clear"

  private static let flagPrefix = "flag-"

  static func flag(_ key: String) -> String { flagPrefix + key }

  static func flagKey(of identifier: String) -> String? {
    identifier.hasPrefix(flagPrefix) ? String(identifier.dropFirst(flagPrefix.count)) : nil
  }
}
