/// A shortcut into the app, offered where the app's icon is.
public struct ShortcutItem: Codable, Hashable, Sendable {
  /// What the app knows the shortcut by.
  public let id: String
  /// What it is called.
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
  init?(_ value: PropertyValue) {
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

  var propertyValue: PropertyValue {
    var fields: [String: PropertyValue] = ["id": .string(id), "title": .string(title)]
    fields["subtitle"] = subtitle.map { .string($0) }
    return .dictionary(fields)
  }
}
