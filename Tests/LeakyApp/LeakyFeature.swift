import AppRuntime
import ElementTree
import Observation

/// A list of mistakes, and of things that look like mistakes; each is made when it is tapped.
struct LeakyFeature: FeaturePlugin {
  let ledger = Ledger()
  let harbor = Harbor()

  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    LeakySession(environment: environment, ledger: ledger, harbor: harbor)
  }
}

@Observable
final class LeakySession: FeatureSession {
  var done: [String] = []
  @ObservationIgnored var basket: Basket?
  /// What does something when the session lets go of it.
  @ObservationIgnored var partner: AnyObject?
  @ObservationIgnored var pieces = Board.shared.heirlooms
  @ObservationIgnored let environment: AppEnvironment

  @ObservationIgnored weak var ledger: Ledger?
  @ObservationIgnored let harbor: Harbor

  init(environment: AppEnvironment, ledger: Ledger, harbor: Harbor) {
    self.environment = environment
    self.ledger = ledger
    self.harbor = harbor
  }

  var body: Element {
    Screen("leaky", title: "Mistakes") {
      List("Mistakes", id: "mistakes") {
        for mistake in Mistake.allCases { Cell(mistake.rawValue, id: LeakyAction.mistake(mistake)) }
        for mistake in ResourceMistake.allCases {
          Cell(mistake.rawValue, id: LeakyAction.resourceMistake(mistake))
        }
      }
      List("No mistakes", id: "others") {
        for work in CleanWork.allCases { Cell(work.rawValue, id: LeakyAction.work(work)) }
        for habit in WorkerHabit.allCases { Cell(habit.rawValue, id: LeakyAction.habit(habit)) }
        for work in CleanObjects.allCases { Cell(work.rawValue, id: LeakyAction.objects(work)) }
        for work in LateWork.allCases { Cell(work.rawValue, id: LeakyAction.late(work)) }
      }
      List("Clean at each reset, and more each time", id: "growth") {
        for mistake in GrowthMistake.allCases { Cell(mistake.rawValue, id: LeakyAction.growth(mistake)) }
      }
      List("What only the process has", id: "process") {
        for mistake in ProcessMistake.allCases { Cell(mistake.rawValue, id: LeakyAction.process(mistake)) }
      }
      List("Objects", id: "objects") {
        for mistake in ObjectMistake.allCases {
          Cell(mistake.rawValue, id: LeakyAction.objectMistake(mistake))
        }
      }
      List("Objects in what keeps state", id: "pieces") {
        for piece in Piece.all { Cell(piece.name, id: LeakyAction.piece(piece)) }
      }
      Button("Undo all mistakes with objects", id: LeakyAction.undo)
      Text(done.joined(separator: ", "), id: "done")
    }.element
  }

  func tap(_ action: LeakyAction) {
    switch action {
    case .mistake(let mistake): mistake.make(in: self)
    case .resourceMistake(let mistake): mistake.make(in: self)
    case .habit(let habit): habit.perform()
    case .objectMistake(let mistake): mistake.make(in: self)
    case .piece(let piece): piece.make(self)
    case .objects(let objects): objects.make(in: self)
    case .late(let work): work.make(in: self)
    case .growth(let mistake): mistake.make(in: self)
    case .process(let mistake): mistake.make(in: environment)
    case .undo:
      pieces = [:]
      environment.tasks.start("undo") { await Undo.all() }
    case .work(let work): work.perform(in: environment)
    }
    done.append(action.rawValue)
  }
}

enum LeakyAction: RawRepresentable {
  case mistake(Mistake), objectMistake(ObjectMistake), piece(Piece), growth(GrowthMistake)
  case process(ProcessMistake)
  case resourceMistake(ResourceMistake), habit(WorkerHabit)
  case work(CleanWork), objects(CleanObjects), late(LateWork)
  case undo

  init?(rawValue name: String) {
    let mistake =
      Mistake(rawValue: name).map(Self.mistake) ?? ObjectMistake(rawValue: name).map(Self.objectMistake)
      ?? Piece.named[name].map(Self.piece) ?? GrowthMistake(rawValue: name).map(Self.growth)
      ?? ProcessMistake(rawValue: name).map(Self.process)
    let resources =
      ResourceMistake(rawValue: name).map(Self.resourceMistake) ?? WorkerHabit(rawValue: name).map(Self.habit)
    let cleanWork =
      CleanWork(rawValue: name).map(Self.work) ?? CleanObjects(rawValue: name).map(Self.objects)
      ?? LateWork(rawValue: name).map(Self.late)
    guard let action = mistake ?? resources ?? cleanWork ?? (name == "undo" ? .undo : nil) else { return nil }
    self = action
  }

  var rawValue: String {
    switch self {
    case .mistake(let mistake): mistake.rawValue
    case .resourceMistake(let mistake): mistake.rawValue
    case .habit(let habit): habit.rawValue
    case .objectMistake(let mistake): mistake.rawValue
    case .piece(let piece): piece.name
    case .growth(let mistake): mistake.rawValue
    case .process(let mistake): mistake.rawValue
    case .work(let work): work.rawValue
    case .objects(let objects): objects.rawValue
    case .late(let work): work.rawValue
    case .undo: "undo"
    }
  }
}
