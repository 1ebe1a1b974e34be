import TestSupport

extension PlantedPiece {
  /// One to which nothing points that holds it.
  private static func lost(_ name: String) -> PlantedPiece {
    held(
      name, "from outside by 1 strong reference",
      advice: """
        nothing known points to it: it was retained without a release, as by Unmanaged.passRetained, or a local \
        variable of a function that still runs holds it
        """,
      isAlone: true, isLost: true)
  }

  static let pointers = [
    lost("pointer-lost"),
    lost("pointer-identity"),
    held("pointer-raw", nil, probably: "by static Spike.raw -> Tray"),
    held("pointer-unmanaged", nil, probably: "by static Spike.unmanaged -> Tray"),
    lost("pointer-beside-number"),
    held("pointer-memory", nil, probably: "by static Spike.memory -> Tray"),
    // The address sanitizer hands the C library a note of its own, in memory that it hides.
    held(
      "pointer-context", "by Carton.tray -> Tray",
      probably: Sanitizer.isOn ? nil : "by the C library -> Carton -> tray -> Tray"),
    held(
      "pointer-thread-value", "by Carton.tray -> Tray",
      probably: "by the values of a worker thread -> Carton -> tray -> Tray"),
  ]
}
