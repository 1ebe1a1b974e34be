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

  static let closures =
    bell("closure-getter", property: "fetch", captures: "[0] -> ")
    + bell("closure-lazy-getter", property: "fetch", captures: "_transform (closure) captures ")
    + bell("closure-element") + bell("closure-after-element", captures: "[0] -> ")
    + bell("closure-c-function") + bell("closure-wide") + bell("closure-resilient")
    + bell("closure-deep", captures: "content -> ")
}
