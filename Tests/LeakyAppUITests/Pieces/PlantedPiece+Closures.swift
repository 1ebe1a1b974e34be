extension PlantedPiece {
  /// A closure that holds a tray, which is reported as captured by itself or as a part of what is captured.
  static func bell(_ name: String, property: String = "ring", captures part: String = "") -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        Bell: LeakySession.pieces[…] -> Bell
        held in a cycle: Bell.\(property) (closure) captures \(part)Tray -> holder -> Bell
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> Bell -> \(property) (closure) captures \(part)Tray
        held by static Board.shared.trays[…] -> Tray
        """)
  }

  /// A payload of a generic enumeration.
  private static func counter(_ name: String, _ counter: String, _ path: String) -> [PlantedPiece] {
    holding(
      name,
      cycle: """
        \(counter): LeakySession.pieces[…] -> \(counter)
        held in a cycle: \(counter).\(path) (closure) captures Tray -> holder -> \(counter)
        holds Tray
        """,
      held: """
        Tray: LeakySession.pieces[…] -> \(counter) -> \(path) (closure) captures Tray
        held by static Board.shared.trays[…] -> Tray
        """)
  }

  static let closures =
    bell("closure-getter", property: "fetch", captures: "[0] -> ")
    + bell("closure-lazy-getter", property: "fetch", captures: "_transform (closure) captures ")
    + bell("closure-element") + bell("closure-after-element", captures: "[0] -> ")
    + bell("closure-c-function") + bell("closure-wide") + bell("closure-resilient")
    + counter("closure-payload", "Counter<String>", "reply.call")
    + counter("closure-payload-optional", "Counter<Tray>", "next.both.1")
    + bell("closure-deep", captures: "content -> ")
}
