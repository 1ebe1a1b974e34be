#if DEBUG
import AppDriver
import ControlProtocol
import FeatureFlags
import ToolOptions

/// `cleanslate reset`: gives an app a clean slate, without a new process.
struct ResetCommand: AppVerb {
  static let name = "reset"
  static let summary = "gives an app a clean slate, and says what was left behind"
  static let options = [
    DriveOption.from,
    DriveOption.state, DriveOption.flag, DriveOption.keepData,
  ]
  static let notes = [
    "What is not said stays as at the start or at the last reset; flags replace all earlier ones. The status is 1 if "
      + "something has survived or leaked."
  ]

  let words: GivenWords
  private let flags: [String: FlagLiteral]

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    flags = try FlagWords.values(words.values(of: DriveOption.flag.name))
    try SituationWords.check(words)
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let receipt = try app.app.reset(as: try request(for: app.app))
    let verdict =
      receipt.isClean ? "The slate is clean." : "The slate is not clean:\n" + App.findings(of: receipt).list
    let unanswered = receipt.unanswered.map {
      "Until the reset, the app was left without an answer:\n\($0.list)\n"
    }
    let places = Amount.count(receipt.notLookedInto.count, "place")
    let unseen =
      receipt.notLookedInto.isEmpty ? "" : "Not looked into: \(places), which 'cleanslate leaks' names.\n"
    let tree = try app.app.screen().tree
    return VerbAnswer(
      text: "\(verdict)\n\(unseen)\(unanswered ?? "")\(ScreenText(tree: tree).text)", json: receipt,
      status: receipt.isClean ? Status.success : Status.failure)
  }

  func request(for app: App) throws -> ResetRequest {
    let arguments = try arguments(of: app)
    return ResetRequest(
      launchArguments: arguments, keepData: words.has(DriveOption.keepData.name) ? true : nil,
      state: words.value(of: DriveOption.state.name), generation: arguments.map { _ in app.generation })
  }

  /// The launch arguments with those that are given in the place of earlier ones; nil if none are.
  private func arguments(of app: App) throws -> [String]? {
    let (situation, hasData) = (words.value(of: SituationWords.from), SituationWords.haveData(words))
    guard situation != nil || hasData || !flags.isEmpty else { return nil }
    // What is kept of them is that of the generation that is there now.
    _ = try app.screen()
    let (earlier, others) = SituationWords.split(try app.setup().launchArguments)
    // An earlier situation would erase the data.
    let chosen = situation ?? (hasData ? earlier.map { _ in SituationWords.here } : earlier)
    let kept = flags.isEmpty ? others : others.filter { FlagArgument.kind(of: $0) != .ephemeral }
    var start = Start()
    start.flags[.ephemeral] = flags
    return (chosen.map { [SituationWords.from, $0] } ?? []) + kept + (try start.words())
  }
}

/// `cleanslate states`: the named states of an app.
struct StatesCommand: AppVerb {
  static let name = "states"
  static let summary = "lists the named states of an app"
  static let options = [ToolOption("--delete", "NAME", help: "Deletes this state, then lists the rest.")]
  static let notes = [
    "'cleanslate save NAME' makes one. A state belongs to the build that has made it; others are not used."
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    if let name = words.value(of: "--delete") { try app.app.deleteState(name) }
    let states = try app.app.states()
    let lines = states.map { state in
      "\(state.name): \(state.contents)" + (state.isOfThisBuild ? "" : ", of another build")
    }
    return VerbAnswer(
      text: lines.isEmpty
        ? "\(app.known.handle) has no states. 'cleanslate save NAME' makes one.\n"
        : lines.joined(separator: "\n") + "\n",
      json: states)
  }
}

/// `cleanslate save`: saves what an app keeps.
struct SaveCommand: AppVerb {
  static let name = "save"
  static let summary = "saves what an app keeps as a named state"
  static let operands = ["NAME"]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    // The generation that is meant is the one that is there.
    _ = try app.app.screen()
    let state = try app.app.saveState(words.operands[0])
    let leftOut = state.leftOut.isEmpty ? "" : "Left out: \(state.leftOut.joined(separator: ", ")).\n"
    return VerbAnswer(
      text: "Saved \"\(state.name)\": \(state.contents).\n\(leftOut)", json: state)
  }
}

extension StateRecord {
  /// `documents 2, preferences 1`.
  fileprivate var contents: String {
    parts.isEmpty ? "nothing" : parts.map { "\($0.part) \($0.count)" }.joined(separator: ", ")
  }
}
#endif
