import AppRuntime

/// The screens of the feature.
nonisolated enum OrdersRoute: Hashable, Sendable {
  case list
  case order(Int)
  /// Where a note is written, or a new one where none is named.
  case note(order: Int, id: Int?)

  var link: String {
    switch self {
    case .list: "storefront://orders"
    case .order(let number): "storefront://orders/\(number)"
    case .note(let number, nil): "storefront://orders/\(number)/notes"
    case .note(let number, let id?): "storefront://orders/\(number)/notes/\(id)"
    }
  }

  /// The screens between the list and this one, this one included, as a link opens them.
  var path: [OrdersRoute] {
    switch self {
    case .list: []
    case .order: [self]
    case .note(let number, _): [.order(number), self]
    }
  }

  /// Reads a link: `storefront://orders`, `…/1003`, `…/1003/notes` for a new note, `…/1003/notes/2`.
  init?(link: DeepLink) {
    guard link.scheme == "storefront", link.path.first == "orders" else { return nil }
    let numbers = link.path.map { Int($0) }
    switch link.path.count {
    case 1: self = .list
    case 2:
      guard let number = numbers[1] else { return nil }
      self = .order(number)
    case 3...4:
      guard let number = numbers[1], link.path[2] == "notes" else { return nil }
      guard link.path.count == 4 else {
        self = .note(order: number, id: nil)
        return
      }
      guard let id = numbers[3] else { return nil }
      self = .note(order: number, id: id)
    default: return nil
    }
  }
}
