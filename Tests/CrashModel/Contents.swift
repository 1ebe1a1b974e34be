package import AppData
import Foundation

/// What an app keeps: a number for each key of each store.
package struct Contents: Equatable, Sendable, CustomStringConvertible {
  package var numbers: [Store: [String: Int]] = [:]

  package init() {}

  package subscript(store: Store) -> [String: Int] {
    get { numbers[store] ?? [:] }
    set { numbers[store] = newValue.isEmpty ? nil : newValue }
  }

  /// Does in the model what the step does to the data.
  package mutating func apply(_ step: Step) {
    switch step {
    case .set(let store, let key, let number): self[store][key] = number
    case .remove(let store, let key):
      self[store] = self[store].filter { $0.key != key && !$0.key.hasPrefix("\(key)/") }
    case .reset: numbers = [:]
    case .emptyTrash, .collectTrash: break
    }
  }

  package func applying(_ step: Step) -> Contents {
    var copy = self
    copy.apply(step)
    return copy
  }

  /// The contents on one line, in an order that is always the same.
  package var description: String {
    Store.allCases.flatMap { store in
      self[store].sorted { $0.key < $1.key }.map { "\(store.rawValue)/\($0.key)=\($0.value)" }
    }.joined(separator: " ")
  }
}

/// A value is neither the old one nor the new one.
package struct TornValue: Error, CustomStringConvertible {
  let store: Store
  let key: String
  let text: String
  package var description: String {
    "\(store.rawValue)/\(key) is not whole: \(text.utf8.count) bytes, \(text.prefix(80))"
  }
}

extension Contents {
  /// Reads everything that an app keeps, and throws for a value that is not whole.
  package init(of data: AppData) throws {
    let group = try data.group(Store.group)
    try read(.documents, data.files.documents)
    try read(.library, data.files.library)
    try read(.caches, data.files.caches)
    try read(.groupFiles, group.files)
    try read(.preferences, data.preferences)
    try read(.groupPreferences, group.preferences)
    try read(.passwords, data.secrets, .genericPassword)
    try read(.keys, data.secrets, .key)
    try read(data.properties)
  }

  private mutating func read(_ store: Store, _ files: FileArea) throws {
    for path in try files.list() { try take(files.read(path), store, path) }
  }

  private mutating func read(_ store: Store, _ preferences: Preferences) throws {
    for key in try preferences.keys { try take(preferences.string(forKey: key) ?? "", store, key) }
  }

  private mutating func read(_ store: Store, _ secrets: SecretStore, _ kind: SecretClass) throws {
    for item in try secrets.items(ofClass: kind) {
      try take(secrets.read(item)?.bytes ?? Data(), store, item.service)
    }
  }

  private mutating func read(_ properties: AppProperties) throws {
    let badge = try properties.badgeCount
    if badge > 0 { self[.properties]["badge"] = badge }
    for item in try properties.shortcutItems { try take(item.title, .properties, item.id) }
  }

  private mutating func take(_ bytes: Data, _ store: Store, _ key: String) throws {
    try take(String(decoding: bytes, as: UTF8.self), store, key)
  }

  private mutating func take(_ text: String, _ store: Store, _ key: String) throws {
    guard let number = Payload.number(in: text) else { throw TornValue(store: store, key: key, text: text) }
    self[store][key] = number
  }
}
