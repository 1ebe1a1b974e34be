#if DEBUG
import AppDriver
import ControlProtocol
import ToolOptions

/// `cleanslate clock`: an app's clock.
struct ClockCommand: AppVerb {
  static let name = "clock"
  static let summary = "shows an app's clock; pauses, advances or resumes it"
  static let operands = ["[pause|advance|resume]", "[TIME]"]
  static let notes = [
    "'clock pause \(ClockTime.example)' sets it to a time and stops it. 'clock advance 15m' moves it on by seconds, or by "
      + "a number with s, m, h or d; a running clock is paused first. 'clock resume' lets it run on."
  ]

  let words: GivenWords
  private let move: ClockRequest?

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    move = try Self.move(words.operands)
  }

  private static func move(_ words: [String]) throws(UsageError) -> ClockRequest? {
    let time = words.count > 1 ? words[1] : nil
    switch words.first {
    case nil: return nil
    case "pause":
      guard let time, ClockTime.date(time) != nil else {
        throw UsageError(description: "Expected 'clock pause TIME', as in \(ClockTime.example).")
      }
      return ClockRequest(pauseAt: time)
    case "advance":
      guard let seconds = time.flatMap(seconds) else {
        throw UsageError(description: "Expected 'clock advance TIME', as in 90, 15m, 2h or 1d.")
      }
      return ClockRequest(advanceSeconds: seconds)
    case "resume" where time == nil: return ClockRequest(resume: true)
    default:
      throw UsageError(description: "Expected 'clock' alone, or with pause TIME, advance TIME or resume.")
    }
  }

  private static func seconds(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Double(unit == nil ? text : String(text.dropLast())), number >= 0 else { return nil }
    let seconds = number * (unit ?? 1)
    return seconds.isFinite ? seconds : nil
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    guard let move else {
      let clock = try app.app.setup().clock
      return VerbAnswer(text: Self.text(clock), json: clock)
    }
    var clock: ClockState?
    let change = try app.change { clock = try $0.move(move) }
    return VerbAnswer(text: (clock.map(Self.text) ?? "") + change.text, json: change.json)
  }

  private static func text(_ clock: ClockState) -> String {
    "The clock shows \(clock.now) and \(clock.isPaused ? "stands still" : "runs").\n"
  }
}
#endif
