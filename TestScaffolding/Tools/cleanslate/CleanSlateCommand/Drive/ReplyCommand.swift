#if DEBUG
import AppDriver
import ControlProtocol
import ToolOptions

/// `cleanslate reply`: answers an app's requests in place of servers.
struct ReplyCommand: AppVerb {
  static let name = "reply"
  static let summary = "answers an app's requests in place of their server"
  static let operands = ["METHOD", "PATH"]
  static let options = [
    ToolOption("--status", "NUMBER", example: "503", help: "The status of the answer; 200 without it."),
    ToolOption("--text", "TEXT", help: "What the answer holds."),
    ToolOption("--file", "FILE", help: "The file that the answer holds, as it is now."),
    ToolOption(
      "--header", "NAME:VALUE", help: "A header field; may be given several times, for different names.",
      repeats: true),
    ToolOption(
      "--fails", "REASON", example: "offline",
      help: "No answer: \(NetworkFailure.allCases.map(\.rawValue).joined(separator: ", "))."),
    ToolOption("--delay", "SECONDS", example: "2", help: "How long the answer takes, by the app's clock."),
    ToolOption("--once", help: "Answers one request."),
  ]
  static let notes = [
    "PATH is as in '/menu', or a whole address; '*' stands for any characters. As soon as one answer is given, a request "
      + "that none fits gets an error. 'cleanslate requests' lists them, and 'requests --clear' ends this."
  ]

  let words: GivenWords

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    _ = try Self.answer(words)
  }

  private static func answer(_ words: GivenWords, file: String? = nil) throws(UsageError) -> NetworkAnswer {
    let kinds = ["--text", "--file", "--fails"].filter(words.has)
    guard kinds.count < 2 else {
      throw UsageError(description: "'\(kinds[0])' and '\(kinds[1])' exclude each other.")
    }
    var answer = file.map { .file($0) } ?? NetworkAnswer.status(200)
    if let text = words.value(of: "--text") { answer = .text(text) }
    if let word = words.value(of: "--fails") {
      guard let reason = NetworkFailure(rawValue: word) else {
        let reasons = NetworkFailure.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(description: "'\(word)' is no reason to fail; there are \(reasons).")
      }
      answer = .failure(reason)
    }
    return try details(of: words, in: answer)
  }

  private static func details(of words: GivenWords, in answer: NetworkAnswer) throws(UsageError)
    -> NetworkAnswer
  {
    var answer = answer
    if let text = words.value(of: "--status") {
      guard let status = Int(text), 200...599 ~= status else {
        throw UsageError(description: "'\(text)' is no status: expected a number from 200 to 599.")
      }
      answer = answer.status(status)
    }
    var names: Set<String> = []
    for text in words.values(of: "--header") {
      guard let colon = text.firstIndex(of: ":") else {
        throw UsageError(description: "'\(text)' is no header field: expected NAME:VALUE.")
      }
      let value = text[colon...].dropFirst().drop { $0 == " " }
      let name = String(text[..<colon])
      guard names.insert(name.lowercased()).inserted else {
        throw UsageError(description: "The header field '\(name)' is given more than once.")
      }
      answer = answer.header(name, String(value))
    }
    if let seconds = try words.number(of: "--delay", in: 0...86_400) {
      answer = answer.delayed(by: .seconds(seconds))
    }
    return answer
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let target = NetworkTarget(words.operands[0], words.operands[1])
    let file = try words.value(of: "--file").map(app.surroundings.absolute)
    let answer = try Self.answer(words, file: file)
    _ = try app.app.screen()
    try app.app.network.reply(to: target, with: answer, once: words.has("--once"))
    return VerbAnswer(network: try app.app.requestsAndRoutes())
  }
}
#endif
