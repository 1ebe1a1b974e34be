/// What somebody wants to eat, so far.
nonisolated struct Basket: Sendable, Equatable, Codable {
  struct Line: Sendable, Hashable, Codable {
    var item: String
    /// The identifiers of what was chosen, in the order of the menu.
    var choices: [String]
    var quantity: Int
  }

  static let highestQuantity = 99

  var lines: [Line] = []
  /// The code of the voucher that is used.
  var voucher: String?

  var itemCount: Int { lines.reduce(0) { $0 + $1.quantity } }

  /// Adds to the line with the same item and choices, or a line of its own.
  mutating func add(_ item: String, choices: [String], quantity: Int) {
    if let index = lines.firstIndex(where: { $0.item == item && $0.choices == choices }) {
      lines[index].quantity = min(lines[index].quantity + quantity, Self.highestQuantity)
    } else {
      lines.append(Line(item: item, choices: choices, quantity: min(quantity, Self.highestQuantity)))
    }
  }

  /// Changes how many there are; none is no line any more.
  mutating func change(_ index: Int, by difference: Int) {
    guard lines.indices.contains(index) else { return }
    lines[index].quantity = min(lines[index].quantity + difference, Self.highestQuantity)
    if lines[index].quantity <= 0 { lines.remove(at: index) }
  }
}

nonisolated extension Basket {
  /// Takes out what the catalogue does not have, and returns whether there was any.
  mutating func keepOnly(what catalog: Catalog) -> Bool {
    let before = self
    lines.removeAll { line in
      guard let item = catalog.item(line.item), (1...Self.highestQuantity).contains(line.quantity) else {
        return true
      }
      return item.choices(line.choices) == nil
    }
    if let code = voucher, !catalog.vouchers.contains(where: { $0.code == code }) { voucher = nil }
    return self != before
  }
}

nonisolated extension Catalog.Item {
  /// What is chosen at first.
  var firstChoices: [String] {
    (options ?? []).filter { $0.kind == .one }.compactMap { $0.choices.first?.id }
  }

  /// Returns the choices with another: in place of its rival where only one can be, added or taken away elsewhere.
  func choosing(_ id: String, from chosen: [String]) -> [String] {
    guard let option = (options ?? []).first(where: { $0.choices.contains { $0.id == id } }) else {
      return chosen
    }
    var result = Set(chosen)
    switch option.kind {
    case .one:
      result.subtract(option.choices.map(\.id))
      result.insert(id)
    case .many:
      if result.remove(id) == nil { result.insert(id) }
    }
    return allChoices.map(\.id).filter(result.contains)
  }

  /// Returns the choices with these identifiers, or nothing if they are no complete and possible selection.
  func choices(_ ids: [String]) -> [Catalog.Option.Choice]? {
    let found = allChoices.filter { ids.contains($0.id) }
    guard found.map(\.id) == ids else { return nil }
    for option in options ?? [] where option.kind == .one {
      guard option.choices.count(where: { ids.contains($0.id) }) == 1 else { return nil }
    }
    return found
  }

  /// What one of it costs with the choices.
  func price(with ids: [String]) -> Int {
    price + allChoices.filter { ids.contains($0.id) }.reduce(0) { $0 + $1.price }
  }

  /// The name with what was chosen beyond the usual: "Shoyu ramen, large, another egg".
  func name(with ids: [String]) -> String {
    let unusual = allChoices.filter { ids.contains($0.id) && !firstChoices.contains($0.id) }
    return ([name] + unusual.map(\.name)).joined(separator: ", ")
  }

  /// Returns the choices with the usual ones where none was made, or nothing if one of them is not there any more.
  func completed(_ chosen: [String]) -> [String]? {
    var ids = Set(chosen)
    for option in options ?? [] where option.kind == .one {
      if let first = option.choices.first, !option.choices.contains(where: { ids.contains($0.id) }) {
        ids.insert(first.id)
      }
    }
    let ordered = allChoices.map(\.id).filter(ids.contains)
    return ordered.count == ids.count && choices(ordered) != nil ? ordered : nil
  }
}
