/// One thing that an app does to its data, which has a line of text as another form.
package enum Step: Hashable, Sendable {
  case set(Store, key: String, Int)
  /// Removes a value, a file or a folder.
  case remove(Store, key: String)
  /// Erases all parts, as a reset does between two generations.
  case reset
  /// Deletes what was erased, and waits for it.
  case emptyTrash
  /// Deletes what was erased while other steps go on.
  case collectTrash

  package var line: String {
    switch self {
    case .set(let store, let key, let number): "set \(store.rawValue) \(key) \(number)"
    case .remove(let store, let key): "remove \(store.rawValue) \(key)"
    case .reset: "reset"
    case .emptyTrash: "empty-trash"
    case .collectTrash: "collect-trash"
    }
  }

  package init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("set", 4):
      guard let store = Store(rawValue: words[1]), let number = Int(words[3]) else { return nil }
      self = .set(store, key: words[2], number)
    case ("remove", 3):
      guard let store = Store(rawValue: words[1]) else { return nil }
      self = .remove(store, key: words[2])
    case ("reset", 1): self = .reset
    case ("empty-trash", 1): self = .emptyTrash
    case ("collect-trash", 1): self = .collectTrash
    default: return nil
    }
  }
}

extension Step {
  /// The keys of each store: files lie at several depths, so that folders come and go.
  static func keys(of store: Store) -> [String] {
    switch store {
    case .documents, .library, .caches, .groupFiles: ["a", "b/c", "b/d", "b/e/f", "g/h/i/j"]
    case .properties: ["badge", "shortcuts"]
    case .preferences, .passwords, .keys, .groupPreferences: ["a", "b", "c"]
    }
  }

  /// Returns an step as apps do them: mostly writes.
  ///
  /// - Parameter number: The number that is written, higher than any before.
  package static func random(
    writing number: Int, stores: [Store] = Store.allCases, resets: Bool = true,
    using generator: inout some RandomNumberGenerator
  ) -> Step {
    let store = stores.randomElement(using: &generator) ?? .documents
    let key = keys(of: store).randomElement(using: &generator) ?? "a"
    switch Int.random(in: 0..<24, using: &generator) {
    case 0 where resets: return .reset
    case 1 where resets: return .collectTrash
    case 2 where resets: return .emptyTrash
    case 3, 4: return .remove(store, key: key)
    case 5 where key.contains("/"): return .remove(store, key: String(key.prefix { $0 != "/" }))
    default: return .set(store, key: key, number)
    }
  }
}
