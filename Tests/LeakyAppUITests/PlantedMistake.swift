/// A mistake that LeakyApp makes, and the report that it must lead to.
struct PlantedMistake: Sendable {
  let name: String
  let report: String

  private init(_ name: String, _ lines: String...) {
    self.name = name
    report = (["Basket: LeakySession.basket -> Basket"] + lines).joined(separator: "\n")
  }

  static let all = [
    PlantedMistake("closure", "held in a cycle: Basket.onChange (closure) captures Basket"),
    PlantedMistake(
      "timer",
      "held by closure in ObjectMistake.swift -> Basket",
      "probably held by Dispatch -> closure in ObjectMistake.swift -> Basket"
    ),
    PlantedMistake(
      "observer",
      "held by static Board.shared.observers[…].1 -> closure in ObjectMistake.swift -> Basket"),
    PlantedMistake(
      "delegate", "held in a cycle: Basket.delegate -> Line -> basket -> Basket", "holds Line"),
    PlantedMistake(
      "array", "held in a cycle: Basket.lines[1] -> Line -> basket -> Basket", "holds 2 Line"),
    PlantedMistake(
      "payload", "held in a cycle: Basket.state.ordered.1 -> Line -> basket -> Basket", "holds Line"),
    PlantedMistake(
      "dictionary", "held in a cycle: Basket.byName[\"gyoza\"] -> Line -> basket -> Basket", "holds 2 Line"),
    PlantedMistake(
      "box", "held in a cycle: Basket.box -> Box<Array<Basket>> -> content[0] -> Basket",
      "holds Box<Array<Basket>>"),
    PlantedMistake("clerk", "held in a cycle: Basket.clerk -> Clerk -> basket -> Basket", "holds Clerk"),
    PlantedMistake("sequence", "held by the task of closure in ObjectMistake.swift -> Basket"),
    PlantedMistake(
      "detached-task", "held by the task of closure in ObjectMistake.swift -> Basket"),
    PlantedMistake("static-cache", "held by static Board.shared.cache[…] -> Basket", "holds Line"),
  ]

  /// What only looks like a mistake.
  static let none = ["weak-capture", "unowned-link", "weak-observer", "lazy-closure", "late-release"]
}
