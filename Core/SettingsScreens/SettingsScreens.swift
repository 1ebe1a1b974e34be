import ElementTree
import FeatureFlags

/// Lists all flags, and shows the data and the version.
struct OverviewScreen: ElementConvertible {
  let flags: [FlagState]
  let needsRestart: Bool
  let about: String

  var element: Element {
    Screen("settings", title: "Settings") {
      if flags.isEmpty {
        Group("Flags") {
          Text("This app has no flags to choose.", id: "settings-no-flags").traits(.secondary)
        }
      } else {
        List("Flags", id: "settings-flags") {
          for flag in flags {
            let key = flag.declaration.key
            Cell(key, id: SettingsAction.flag(key), value: "\(flag.resolved.value), \(flag.origin)")
          }
        }
      }
      if needsRestart { RestartNote() }
      Group("Data") { Button("Erase my data", id: SettingsButton.erase).traits(.destructive) }
      Text(about, id: "settings-version").traits(.secondary)
    }.element
  }
}

/// Shows one flag, to be changed.
struct FlagScreen: ElementConvertible {
  let flag: FlagState
  let draft: String
  let needsRestart: Bool

  var element: Element {
    Screen("settings-flag", title: "Flag", allowsBack: true) {
      Text(flag.declaration.key, id: "settings-flag-key").traits(.heading)
      Text(flag.declaration.summary, id: "settings-flag-summary")
      Group {
        Text("Now: \(flag.resolved.value), \(flag.origin)", id: "settings-flag-now")
        Text("Default: \(flag.declaration.defaultValue)", id: "settings-flag-default").traits(.secondary)
      }
      if flag.resolved.layer == .ephemeral {
        if let choice = flag.choice { Text("Your choice: \(choice)", id: "settings-flag-choice") }
        Text("This launch decides the flag. Your choice is kept for a launch that does not.").traits(.warning)
      }
      editor
      if flag.choice != nil { Button("Forget my choice", id: SettingsButton.clear) }
      if needsRestart { RestartNote() }
    }.traits(draft == flag.editableText ? [] : [.unsaved])
  }

  private var editor: Element {
    if case .bool(let isOn) = flag.edited {
      Toggle("On", id: SettingsButton.toggle, isOn: isOn).element
    } else {
      Group {
        TextField("Value", id: SettingsField.value, text: draft, placeholder: flag.expectation)
        Button("Save", id: SettingsButton.save).traits(.primary)
      }.element
    }
  }
}

/// Shown when a link leads to a flag that the app does not have.
struct UnknownFlagScreen: ElementConvertible {
  let key: String

  var element: Element {
    Screen("settings-unknown-flag", title: "Flag", allowsBack: true) {
      Text("This app has no flag \"\(key)\".", id: "settings-unknown").traits(.failure)
    }.element
  }
}

/// Says that a changed flag takes effect at the next start.
struct RestartNote: ElementConvertible {
  var element: Element {
    Group {
      Text("What you changed takes effect at the next start.", id: "settings-restart-note").traits(.warning)
      Button("Start again now", id: SettingsButton.restart)
    }.element
  }
}

/// Asks before a restart loses what is not saved, here or on another tab.
struct DiscardAlert: ElementConvertible {
  var element: Element {
    Confirmation(
      discardingWith: SettingsButton.discard, keepingWith: .keep, id: "settings-discard-alert"
    ).element
  }
}

/// Asks before everything is erased.
struct EraseAlert: ElementConvertible {
  var element: Element {
    Confirmation(
      "Erase your data?", id: "settings-erase-alert",
      text:
        "Everything that this app keeps on this device will be gone, and it will start as if it were new.",
      keep: ("Keep it", SettingsButton.keep), confirm: ("Erase", .confirmErase)
    ).element
  }
}
