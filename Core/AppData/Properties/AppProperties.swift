/// What the system shows of the app from outside: the count on its badge and its shortcuts.
public struct AppProperties: Sendable {
  let values: ValueFile
  let gate: WriteGate

  private static let badgeKey = "badgeCount"
  private static let shortcutsKey = "shortcutItems"

  /// The number on the app's badge, zero for none.
  public var badgeCount: Int {
    get throws {
      switch try values.value(Self.badgeKey) {
      case nil: return 0
      case .integer(let count) where count >= 0: return count
      default: throw AppDataError.damagedFile(values.place, reason: "the badge count is no count")
      }
    }
  }

  /// Sets the number on the app's badge; zero removes the badge.
  public func setBadgeCount(_ count: Int) throws {
    guard count >= 0 else {
      throw AppDataError.invalidValue(key: Self.badgeKey, reason: "\(count) is less than zero")
    }
    try write(count == 0 ? nil : .integer(count), Self.badgeKey)
  }

  /// The app's shortcuts, in their order.
  public var shortcutItems: [ShortcutItem] {
    get throws {
      switch try values.value(Self.shortcutsKey) {
      case nil: return []
      case .array(let elements):
        let items = elements.compactMap(ShortcutItem.init(_:))
        if items.count == elements.count { return items }
      default: break
      }
      throw AppDataError.damagedFile(values.place, reason: "the shortcut items are none")
    }
  }

  /// Sets the app's shortcuts.
  public func setShortcutItems(_ items: [ShortcutItem]) throws {
    try write(items.isEmpty ? nil : .array(items.map(\.propertyValue)), Self.shortcutsKey)
  }

  private func write(_ value: PropertyValue?, _ key: String) throws {
    try gate.write("\(values.name) \"\(key)\"") { try values.change { $0[key] = value } }
  }
}
