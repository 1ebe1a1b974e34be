extension Piece {
  static let inlineArrays =
    holding("inline-small") { tray in
      let rack = Rack()
      rack.trays[2] = tray
      return rack
    }
    + holding("inline-large") { tray in
      let tower = Tower()
      tower.trays[1_999] = tray
      return tower
    }
    + holding("inline-numbered") { tray in
      let grid = Grid<6>()
      grid.rows[5][1] = tray
      return grid
    }
    + holding("inline-unique") { tray in
      let row = Row()
      row.slots[1] = .reserved(Ticket(tray: tray))
      return row
    }
}

private nonisolated final class Rack {
  var trays = InlineArray<4, Tray?>(repeating: nil)
}

private nonisolated final class Tower {
  var trays = InlineArray<2_048, Tray?>(repeating: nil)
}

private nonisolated final class Grid<let count: Int> {
  var rows = InlineArray<count, InlineArray<2, Tray?>>(repeating: InlineArray(repeating: nil))
}

private nonisolated final class Row {
  var slots = InlineArray<3, Slot> { _ in .free }
}
