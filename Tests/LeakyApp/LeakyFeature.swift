import AppRuntime
import ElementTree
import Observation

/// A list of mistakes, and of things that look like mistakes; each is made when it is tapped.
struct LeakyFeature: FeaturePlugin {
  let id: FeatureID = "leaky"
  let ledger = Ledger()

  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    LeakySession(environment: environment, ledger: ledger)
  }
}

@Observable
final class LeakySession: FeatureSession {
  var done: [String] = []
  @ObservationIgnored var basket: Basket?
  @ObservationIgnored var pieces = Board.shared.heirlooms
  @ObservationIgnored let environment: AppEnvironment

  @ObservationIgnored weak var ledger: Ledger?

  init(environment: AppEnvironment, ledger: Ledger) {
    self.environment = environment
    self.ledger = ledger
  }

  var body: Element {
    Screen("leaky", title: "Mistakes") {
      List("Mistakes", id: "mistakes") {
        for mistake in Mistake.allCases { Cell(mistake.rawValue, id: mistake.rawValue) }
      }
      List("No mistakes", id: "others") {
        for work in CleanWork.allCases { Cell(work.rawValue, id: work.rawValue) }
        for work in CleanObjects.allCases { Cell(work.rawValue, id: work.rawValue) }
      }
      List("Clean at each reset, and more each time", id: "growth") {
        for mistake in GrowthMistake.allCases { Cell(mistake.rawValue, id: mistake.rawValue) }
      }
      List("Objects", id: "objects") {
        for mistake in ObjectMistake.allCases { Cell(mistake.rawValue, id: mistake.rawValue) }
      }
      List("Objects in what keeps state", id: "pieces") {
        for piece in Piece.all { Cell(piece.name, id: piece.name) }
      }
      Button("Undo all mistakes with objects", id: "undo")
      Text(done.joined(separator: ", "), id: "done")
    }.element
  }

  func handle(_ action: Action) {
    guard case .tap(let identifier) = action else { return }
    if let mistake = Mistake(rawValue: identifier) { mistake.make(in: self) }
    if let mistake = ObjectMistake(rawValue: identifier) { mistake.make(in: self) }
    Piece.named[identifier]?.make(self)
    if let objects = CleanObjects(rawValue: identifier) { objects.make(in: self) }
    if let mistake = GrowthMistake(rawValue: identifier) { mistake.make(in: self) }
    if identifier == "undo" { Undo.all() }
    if let work = CleanWork(rawValue: identifier) { work.perform(in: environment) }
    done.append(identifier)
  }
}
