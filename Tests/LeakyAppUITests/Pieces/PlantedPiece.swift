import TestSupport
import Testing

/// Something that LeakyApp makes when it is tapped, and all that must be said of it.
struct PlantedPiece: Sendable, CustomTestStringConvertible {
  let name: String
  /// One for each mistake.
  var reports: [String]
  /// What can hold more than anybody can see.
  var notLookedInto: [String] = []
  /// What is kept by a static variable, and is no mistake.
  var survivesInStatic: [String] = []
  /// Whether that is another object each time, which is a mistake from the second time on.
  var isRenewed = false
  /// Whether other pieces would be held by this one's mistake.
  var isAlone = false
  /// Whether nothing points to what is leaked: then a word of long ago may be taken for a holder.
  var isLost = false
  /// Whether the system gives back what was undone on threads of its own, when these come to it.
  var isGivenBackLater = false
  /// Whether it takes the place that only one piece of a session can have.
  var isBasket = false

  var testDescription: String { name }

  init(
    _ name: String, _ reports: String..., notLookedInto: [String] = [], survivesInStatic: [String] = [],
    isRenewed: Bool = false, isAlone: Bool = false
  ) {
    self.name = name
    self.reports = reports
    self.notLookedInto = notLookedInto
    self.survivesInStatic = survivesInStatic
    self.isRenewed = isRenewed
    self.isAlone = isAlone
  }

  init(_ mistake: PlantedMistake) {
    name = mistake.name
    reports = [mistake.report]
    isBasket = true
  }

  /// One way to hold a tray: in a cycle; together with somebody else; and rightly.
  static func holding(
    _ name: String, cycle: String, held: String?, notLookedInto: [String] = []
  ) -> [PlantedPiece] {
    let isHeld = held.map { PlantedPiece("\(name)-held", $0, notLookedInto: notLookedInto) }
    return [
      PlantedPiece("\(name)-cycle", cycle, notLookedInto: notLookedInto),
      isHeld ?? PlantedPiece("\(name)-held", notLookedInto: notLookedInto),
      PlantedPiece("\(name)-clean", notLookedInto: notLookedInto),
    ]
  }

  /// One way to know a tray without holding it, of which only the tray's own holder can be blamed.
  static func knowing(_ name: String, who: String) -> [PlantedPiece] {
    [
      PlantedPiece("\(name)-clean"),
      PlantedPiece(
        "\(name)-held",
        """
        Tray: LeakySession.pieces[…] -> Tray
        held by static Board.shared.trays[…] -> Tray
        holds \(who)
        """),
      PlantedPiece("\(name)-elsewhere"),
    ]
  }

  static let all =
    mutexes + noncopyables + buffers + inlineArrays + packs + closures + systemTypes + tasks
    + foundation + masked + lookalikes + unseen + statics + holders
  /// Without tasks that may still be on their way to where they wait, and so on a thread, when many others are reset with
  /// them; alone they are in `HeldObjectsTests`.
  static let baskets = PlantedMistake.all.filter { !["sequence", "detached-task"].contains($0.name) }
    .map(PlantedPiece.init)

  /// Both put a tray into the same variable, which the second one would take from the first.
  static let rivals = ["static-keeps-object", "static-keeps-object-first"]

  /// All pieces in random order, some at a time, and now and then one that takes the session's only place.
  static func companies(of most: Int, using random: inout SeededGenerator) -> [[PlantedPiece]] {
    var pieces = all.shuffled(using: &random)
    let alone = pieces.filter(\.isAlone).map { [$0] }
    pieces.removeAll(where: \.isAlone)
    var companies = alone
    while !pieces.isEmpty {
      var company = Array(pieces.suffix(Int.random(in: 1...most, using: &random)))
      pieces.removeLast(company.count)
      if Set(rivals).isSubset(of: company.map(\.name)),
        let last = company.firstIndex(where: { $0.name == rivals[1] })
      {
        pieces.insert(company.remove(at: last), at: 0)
      }
      if most > 1, Bool.random(using: &random) { company += baskets.shuffled(using: &random).prefix(1) }
      companies.append(company.shuffled(using: &random))
    }
    return companies.shuffled(using: &random)
  }
}
