import AppRuntime
import ElementTree

/// What can be pressed on the order screens.
nonisolated enum OrdersAction: RawRepresentable {
  case button(OrdersButton)
  case order(Int)
  case note(Int)
  /// The rating, as a number of stars.
  case rate(Int)

  private enum Family: String, IdentifierFamily { case order, note, rate }

  init?(rawValue: String) {
    if let button = OrdersButton(rawValue: rawValue) {
      self = .button(button)
    } else if let (family, member) = Family.split(rawValue), let number = Int(member) {
      switch family {
      case .order: self = .order(number)
      case .note: self = .note(number)
      case .rate: self = .rate(number)
      }
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .button(let button): button.rawValue
    case .order(let number): Family.order.identifier(of: number)
    case .note(let id): Family.note.identifier(of: id)
    case .rate(let stars): Family.rate.identifier(of: stars)
    }
  }
}

nonisolated enum OrdersButton: String {
  case reorder
  case clearSearch = "clear-search"
  case cancel = "cancel-order"
  case keep = "keep-order"
  case confirmCancel = "confirm-cancel"
  case addNote = "add-note"
  case undoDelete = "undo-delete"
  case saveNote = "save-note"
  case deleteNote = "delete-note"
  case keepWriting = "keep-writing"
  case discardNote = "discard-note"
}

/// The fields of the order screens.
nonisolated enum OrdersField: String {
  case search
  case noteText = "note-text"
}

/// The screens of the feature.
nonisolated enum OrdersRoute: Hashable, Sendable {
  case list
  case order(Int)
  /// The editor of a note; a nil `id` means a new note.
  case note(order: Int, id: Int?)

  /// The place of the screen in a link.
  var place: String {
    switch self {
    case .list: "orders"
    case .order(let number): "orders/\(number)"
    case .note(let number, nil): "orders/\(number)/notes"
    case .note(let number, let id?): "orders/\(number)/notes/\(id)"
    }
  }

  /// The screens that a link to this one puts above the list, this one included.
  var path: [OrdersRoute] {
    switch self {
    case .list: []
    case .order: [self]
    case .note(let number, _): [.order(number), self]
    }
  }

  /// Reads a place: `orders`, `orders/1003`, `orders/1003/notes` for a new note, `orders/1003/notes/2`.
  init?(link: DeepLink) {
    let words = link.path + ["", "", "", ""]
    switch (link.path.count, words[0], Int(words[1]), words[2], Int(words[3])) {
    case (1, "orders", _, _, _): self = .list
    case (2, "orders", let number?, _, _): self = .order(number)
    case (3, "orders", let number?, "notes", _): self = .note(order: number, id: nil)
    case (4, "orders", let number?, "notes", let id?): self = .note(order: number, id: id)
    default: return nil
    }
  }
}
