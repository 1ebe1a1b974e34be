extension PlantedPiece {
  /// An object of Foundation that holds a tray, on a path from there.
  private static func keeper(
    _ name: String, _ content: String, cycle: String, held: String
  ) -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        Keeper<\(content)>: LeakySession.pieces[…] -> Keeper<\(content)>
        held in a cycle: Keeper<\(content)>.content -> \(content) -> \(cycle)Tray -> holder -> Keeper<\(content)>
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Keeper<\(content)> -> content -> \(content) -> \(held)Tray
        held by static Board.shared.trays[…] -> Tray
        """)
  }

  private static func keeper(_ name: String, _ content: String, _ path: String) -> [PlantedPiece] {
    keeper(name, content, cycle: path, held: path)
  }

  static let foundation =
    holding(
      "foundation-ancestor",
      cycle: """
        Napkin: LeakySession.pieces[…] -> Napkin
        held in a cycle: Napkin.content -> Tray -> holder -> Napkin
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Napkin -> content -> Tray
        held by static Board.shared.trays[…] -> Tray
        """)
    + keeper("foundation-dictionary", "NSMutableDictionary", "_storage[…] -> __SwiftValue -> value -> ")
    + keeper(
      "foundation-cache", "NSCache<NSString, Tray>", "_head -> NSCacheEntry<NSString, Tray> -> value -> ")
    + keeper(
      "foundation-error", "NSError", cycle: "_userInfo[\"tray\"] -> ", held: "_userInfo[…] -> ")
    + keeper(
      "foundation-notification", "NotificationCenter",
      "registrar[…][…].storage[…] (closure) captures ")
    + [
      text("foundation-text", "NSDictionary -> _storage[…]"),
      text("foundation-text-changed", "_NSCFDictionary -> values"),
    ]
    + keeper("foundation-operation", "BlockOperation", "_block (closure) captures ")
    + keeper("foundation-thread", "Thread", "_main (closure) captures ")

  /// A text with a tray among its attributes.
  private static func text(_ name: String, _ attributes: String) -> PlantedPiece {
    let keeper = "Keeper<NSMutableAttributedString>"
    return PlantedPiece(
      name,
      """
      \(keeper): LeakySession.pieces[…] -> \(keeper)
      held in a cycle: \(keeper).content -> NSMutableAttributedString -> attributes -> \(attributes) -> \
      __SwiftValue -> value -> Tray -> holder -> \(keeper)
      holds Tray
      """)
  }
}
