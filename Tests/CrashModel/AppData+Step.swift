package import AppData
import Foundation

extension AppData {
  /// Writes or removes a value.
  package func set(_ number: Int?, _ store: Store, _ key: String) throws {
    let text = number.map(Payload.text)
    let files = [
      .documents: self.files.documents, .library: self.files.library, .caches: self.files.caches,
      .groupFiles: try group(Store.group).files,
    ][store]
    if let files {
      if let text { return try files.write(Data(text.utf8), to: key) }
      return try files.exists(key) ? files.remove(key) : ()
    }
    switch store {
    case .documents, .library, .caches, .groupFiles: break
    case .preferences: try preferences.set(text, key)
    case .groupPreferences: try group(Store.group).preferences.set(text, key)
    case .passwords: try secrets.set(text, SecretItem(.genericPassword, service: key, account: "user"))
    case .keys: try secrets.set(text, SecretItem(.key, service: key, account: "user"))
    case .properties:
      if key == "badge" { return try properties.setBadgeCount(number ?? 0) }
      try properties.setShortcutItems(text.map { [ShortcutItem(id: key, title: $0)] } ?? [])
    }
  }
}

extension Preferences {
  fileprivate func set(_ text: String?, _ key: String) throws {
    if let text { try set(text, forKey: key) } else { try remove(key) }
  }
}

extension SecretStore {
  fileprivate func set(_ text: String?, _ item: SecretItem) throws {
    if let text { try set(Secret(text), for: item) } else { try remove(item) }
  }
}
