/// What the system shows of the app outside of the app: the number on its badge, and its shortcuts.
public struct AppProperties: Sendable {
  private let values: ValueFile
  private let gate: WriteGate

  private static let badgeKey = "badgeCount"
  private static let shortcutsKey = "shortcutItems"

  init(_ values: ValueFile, gate: WriteGate) {
    self.values = values
    self.gate = gate
  }

  /// The number on the app's badge; zero means no badge.
  public var badgeCount: Int {
    get throws {
      switch try values.value(Self.badgeKey) {
      case nil: return 0
      case .integer(let count) where count >= 0: return count
      default: throw AppDataError.damagedFile(values.place, reason: "the badge count is not a whole number")
      }
    }
  }

  /// Sets the number on the app's badge; zero removes the badge.
  public func setBadgeCount(_ count: Int) throws {
    guard count >= 0 else {
      throw AppDataError.invalidValue(key: Self.badgeKey, reason: "\(count) is less than zero")
    }
    try values.set(count == 0 ? nil : .integer(count), Self.badgeKey, through: gate)
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
      throw AppDataError.damagedFile(values.place, reason: "the shortcut items cannot be read")
    }
  }

  /// Sets the app's shortcuts.
  public func setShortcutItems(_ items: [ShortcutItem]) throws {
    try values.set(items.isEmpty ? nil : .array(items.map(\.propertyValue)), Self.shortcutsKey, through: gate)
  }
}

/// A shortcut into the app, offered where the app's icon is.
public struct ShortcutItem: Codable, Hashable, Sendable {
  /// The id by which the app knows the shortcut.
  public let id: String
  /// The title that people see.
  public let title: String
  /// A second line, if any.
  public let subtitle: String?

  /// Makes a shortcut.
  public init(id: String, title: String, subtitle: String? = nil) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
  }
}

extension ShortcutItem {
  fileprivate init?(_ value: PropertyValue) {
    guard case .dictionary(let fields) = value, case .string(let id) = fields["id"],
      case .string(let title) = fields["title"]
    else { return nil }
    var subtitle: String?
    if let field = fields["subtitle"] {
      guard case .string(let text) = field else { return nil }
      subtitle = text
    }
    self.init(id: id, title: title, subtitle: subtitle)
  }

  fileprivate var propertyValue: PropertyValue {
    var fields: [String: PropertyValue] = ["id": .string(id), "title": .string(title)]
    fields["subtitle"] = subtitle.map { .string($0) }
    return .dictionary(fields)
  }
}
