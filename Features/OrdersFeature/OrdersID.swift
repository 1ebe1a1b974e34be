/// The identifiers of what can be acted on, in one place.
enum OrdersID {
  static let search = "search"
  static let clearSearch = "clear-search"
  static let reorder = "reorder"
  static let cancel = "cancel-order"
  static let keep = "keep-order"
  static let confirmCancel = "confirm-cancel"
  static let addNote = "add-note"
  static let undoDelete = "undo-delete"
  static let noteText = "note-text"
  static let saveNote = "save-note"
  static let deleteNote = "delete-note"
  static let keepWriting = "keep-writing"
  static let discardNote = "discard-note"

  static func order(_ number: Int) -> String { "order-\(number)" }
  static func note(_ id: Int) -> String { "note-\(id)" }
  static func rate(_ stars: Int) -> String { "rate-\(stars)" }

  /// The number at the end of an identifier that begins with the prefix: 1003 of `order-1003`.
  static func number(in identifier: String, after prefix: String) -> Int? {
    identifier.hasPrefix(prefix) ? Int(identifier.dropFirst(prefix.count)) : nil
  }
}
