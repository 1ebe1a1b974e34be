/// How large a terminal is.
struct Size: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// A cell of the terminal, counted from the upper left corner.
struct Position: Hashable, Sendable {
  var row: Int
  var column: Int
}
