#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import OperatingSystem
import ToolOptions

/// `cleanslate wait`: waits for something on the screen, without asking again and again.
struct WaitCommand: AppVerb {
  static let name = "wait"
  static let summary = "waits until an element is there, is gone or has a value"
  static let operands = ["ID"]
  static let options = [
    ToolOption("--gone", help: "Waits until it is not there any more."),
    ToolOption("--value", "TEXT", help: "Waits until it has this value."),
    ToolOption(
      "--timeout", "SECONDS", example: "30", help: "How long; 10 seconds without it, an hour at most."),
  ]
  static let notes = ["The status is 1 if that has not happened in time."]

  let words: GivenWords
  private let seconds: Double

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    seconds = try words.number(of: "--timeout", in: 0...3600) ?? 10
    if words.has("--gone"), words.has("--value") {
      throw UsageError(description: "'--gone' and '--value' exclude each other: what is gone has no value.")
    }
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let (name, value) = (words.operands[0], words.value(of: "--value"))
    let before = try app.app.screen().tree
    let deadline = Deadline(in: .seconds(seconds))
    var isMet = false
    repeat {
      // Who waits uses the app, for as long as it takes.
      app.known.markUsed()
      let rest = min(60, Double(deadline.remainingMilliseconds) / 1_000)
      isMet = try app.app.wait(for: name, value: value, isGone: words.has("--gone"), seconds: rest)
    } while !isMet && !deadline.hasPassed
    let now = try app.app.screen().tree
    guard isMet else { throw ToolFailure(try missed(name, value, now, app.app)) }
    let state = words.has("--gone") ? "is gone" : value.map { "has the value \"\($0)\"" } ?? "is there"
    return app.answer(changedFrom: before, now, otherwise: "\"\(name)\" \(state).")
  }

  private func missed(_ name: String, _ value: String?, _ tree: Element, _ app: App) throws -> String {
    let busy = try app.status().busy
    let state = busy.isEmpty ? "The app is idle." : "The app is busy with \(busy.joined(separator: ", "))."
    let element = tree.allElements.first {
      $0.identifier == name || $0.label == name || $0.identifier.map { "#\($0)" } == name
    }
    let time = "after \(Amount.time(seconds))"
    if let element {
      return value == nil
        ? "\"\(name)\" is still there \(time): \(element). \(state)"
        : "\"\(name)\" has another value \(time): \(element). \(state)"
    }
    let nearest = NearestIdentifiers.nearest(
      to: name, in: tree.allElements.compactMap(\.identifier), limit: 1)
    return "There is no \"\(name)\" \(time)." + (nearest.first.map { " Nearest: \"\($0)\"." } ?? "")
      + " \(state) \(ScreenText.name(of: tree))."
  }
}

/// `cleanslate open`: opens a deep link.
struct OpenCommand: AppVerb {
  static let name = "open"
  static let summary = "opens a link in an app"
  static let operands = ["LINK"]
  static let notes = ["An app lists its links with '--list-links'."]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer { try app.change { try $0.open(words.operands[0]) } }
}
#endif
