#if DEBUG
import AppDriver
import ControlProtocol
import ToolOptions

/// What a verb answers: a text for people, and the same as JSON for programs.
struct VerbAnswer {
  var text: String
  var json: any Encodable & Sendable
  /// What is no part of the answer: it goes to standard error.
  var remarks = ""
  var status = Status.success
}

extension [String] {
  /// Each as a point of a list.
  var list: String { map { "- \($0)" }.joined(separator: "\n") }
}

/// What programs are told of an app; a verb says what it knows.
struct AppAnswer: Encodable {
  let app: String
  var name: String?
  var process: Int32?
  var test: String?
  var message: String?
  var place: String?
  var screen: String?
  var lines: [String]?
  /// The lines that went, each after a minus, and those that came, each after a plus.
  var changes: [String]?
}

/// A verb of the command line that does something to an app that runs.
protocol AppVerb: Subcommand {
  /// What has to follow the verb: `ID`, `[TEXT]` if it may be missing, `KEY…` if there may be more.
  static var operands: [String] { get }
  /// The options beside those that all verbs have.
  static var options: [ToolOption] { get }
  static var notes: [String] { get }

  var words: GivenWords { get }

  /// Throws if the words say something that the declarations cannot rule out.
  init(words: GivenWords) throws(UsageError)

  /// The app that is meant; nil if it is the only one that runs.
  func handle(in surroundings: Surroundings) throws -> String?

  func answer(from app: DrivenApp) throws -> VerbAnswer
}

extension AppVerb {
  static var operands: [String] { [] }
  static var options: [ToolOption] { [] }
  static var notes: [String] { [] }

  static var call: String { (["cleanslate", name] + operands).joined(separator: " ") }

  static var usage: ToolUsage {
    ToolUsage(
      "\(call) [options]", about: [summary.prefix(1).uppercased() + summary.dropFirst() + "."],
      options: options + DriveOption.ofAllVerbs, notes: notes)
  }

  init(_ words: [String]) throws {
    try self.init(words: GivenWords(words, for: Self.usage, call: Self.call, operands: Self.operands))
  }

  func handle(in surroundings: Surroundings) throws -> String? { words.value(of: DriveOption.app.name) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    try surroundings.write(answer(in: surroundings), words)
  }

  /// Does it to the app that is meant.
  func answer(in surroundings: Surroundings) throws -> VerbAnswer {
    let app = try DrivenApp(handle(in: surroundings), in: surroundings)
    return try app.explaining { try answer(from: app) }
  }
}

/// Options that several verbs have.
enum DriveOption {
  static let app = ToolOption(
    "--app", "HANDLE",
    help: "The app that is meant, as 'cleanslate apps' lists it; not needed if only one runs.")
  static let json = ToolOption("--json", help: "Prints JSON, for programs.")
  static let flag = ToolOption(
    "--flag", "KEY=VALUE", example: "shop.newCheckout=true",
    help: "Sets a feature flag, as in 'shop.newCheckout=true'; may be given several times.", repeats: true)
  static let from = ToolOption(
    SituationWords.from, "NAME", example: "fullBasket", help: "Begins in a situation of the start page.")
  static let keepData = ToolOption("--keep-data", help: "Builds the app anew, with the data that are there.")
  static let state = ToolOption(
    "--state", "NAME", help: "Begins with the data of a named state, as 'cleanslate states' lists it.")

  static var ofAllVerbs: [ToolOption] { [app, json] }
}

extension ToolOption {
  /// An option of the apps, with the same words.
  init(_ option: ControlOption, example: String) {
    self.init(
      option.name, option.valueName, example: example, help: option.summary, repeats: option.repeats)
  }
}

extension Surroundings {
  /// Writes the answer in the form that the words ask for, and returns its status.
  func write(_ answer: VerbAnswer, _ words: GivenWords) throws -> Int32 {
    if !answer.remarks.isEmpty { complain(answer.remarks) }
    let isJSON = words.has(DriveOption.json.name)
    write(isJSON ? String(decoding: try WireJSON.encode(answer.json), as: UTF8.self) + "\n" : answer.text)
    return answer.status
  }
}
#endif
