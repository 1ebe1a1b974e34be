import StorefrontContracts

/// The dishes that somebody has chosen so far, and the voucher for them.
nonisolated struct Basket: Sendable, Equatable, Codable {
  struct Line: Sendable, Hashable, Codable {
    var item: String
    /// The identifiers of the chosen options, in the order of the menu.
    var choices: [String]
    var quantity: Int
  }

  static let highestQuantity = 99

  var lines: [Line] = []
  /// The code of the voucher in use.
  var voucher: String?

  /// The number of items, each as often as it is in it.
  var itemCount: Int { lines.reduce(0) { $0 + $1.quantity } }

  /// Adds to the line with the same item and choices, or appends a new line. Returns how many there was room for.
  @discardableResult
  mutating func add(_ item: String, choices: [String], quantity: Int) -> Int {
    let known = lines.firstIndex { $0.item == item && $0.choices == choices }
    let added = min(quantity, Self.highestQuantity - (known.map { lines[$0].quantity } ?? 0))
    if let known {
      lines[known].quantity += added
    } else {
      lines.append(Line(item: item, choices: choices, quantity: added))
    }
    return added
  }

  /// Changes the quantity of a line; a line whose quantity falls to zero is removed.
  mutating func change(_ index: Int, by difference: Int) {
    guard lines.indices.contains(index) else { return }
    lines[index].quantity = min(lines[index].quantity + difference, Self.highestQuantity)
    if lines[index].quantity <= 0 { lines.remove(at: index) }
  }
}

nonisolated extension Basket {
  /// Adds what was ordered before, and returns what of it is not in it.
  mutating func add(_ lines: [PlacedOrder.Line], from catalog: Catalog) -> LeftOut {
    var left = LeftOut()
    for line in lines {
      let (id, chosen) = line.parts
      guard let choices = catalog.item(id)?.completed(chosen) else {
        left.missing.append(line.name)
        continue
      }
      if add(id, choices: choices, quantity: line.quantity) < line.quantity { left.full.append(line.name) }
    }
    return left
  }

  /// Removes what the catalogue does not have, and returns whether anything was removed.
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
  /// The choices before the user makes any: the first one of each option that needs exactly one.
  var firstChoices: [String] {
    (options ?? []).filter { $0.kind == .one }.compactMap { $0.choices.first?.id }
  }

  /// Returns the choices after one of them was pressed: where only one is possible it replaces the other, elsewhere
  /// it is added or removed.
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

  /// Returns the choices with these identifiers, or nil if they are not a complete and possible selection.
  func choices(_ ids: [String]) -> [Catalog.Option.Choice]? {
    let found = allChoices.filter { ids.contains($0.id) }
    guard found.map(\.id) == ids else { return nil }
    for option in options ?? [] where option.kind == .one {
      guard option.choices.count(where: { ids.contains($0.id) }) == 1 else { return nil }
    }
    return found
  }

  /// The price of one item with the choices.
  func price(with ids: [String]) -> Int {
    price + allChoices.filter { ids.contains($0.id) }.reduce(0) { $0 + $1.price }
  }

  /// The item's name with the choices that differ from the first ones: "Shoyu ramen, large, another egg".
  func name(with ids: [String]) -> String {
    let unusual = allChoices.filter { ids.contains($0.id) && !firstChoices.contains($0.id) }
    return ([name] + unusual.map(\.name)).joined(separator: ", ")
  }

  /// Returns the choices, completed by the first one of each option that needs exactly one and has none; nil if a
  /// choice is no longer possible.
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
