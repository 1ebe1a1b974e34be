import ElementTree

/// What can be pressed in the settings.
nonisolated enum SettingsAction: RawRepresentable {
  case button(SettingsButton)
  case flag(String)

  private enum Family: String, IdentifierFamily { case flag }

  init?(rawValue: String) {
    if let button = SettingsButton(rawValue: rawValue) {
      self = .button(button)
    } else if let (family, key) = Family.split(rawValue) {
      switch family {
      case .flag: self = .flag(key)
      }
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .button(let button): button.rawValue
    case .flag(let key): Family.flag.identifier(of: key)
    }
  }
}

nonisolated enum SettingsButton: String {
  case erase = "settings-erase"
  case keep = "settings-keep"
  case confirmErase = "settings-confirm-erase"
  case restart = "settings-restart"
  case discard = "settings-discard"
  case toggle = "settings-flag-toggle"
  case save = "settings-flag-save"
  case clear = "settings-flag-clear"
}

nonisolated enum SettingsField: String {
  case value = "settings-flag-value"
}
