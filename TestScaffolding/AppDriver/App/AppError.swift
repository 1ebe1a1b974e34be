#if DEBUG
import Audit
public import ControlProtocol
import ElementTree
import Foundation
public import Processes

/// Why an app could not be started, reached, or made to do something.
public enum AppError: Error, CustomStringConvertible {
  /// The app's executable is not where it should be.
  case executableMissing(app: String, folder: String)
  /// The operating system could not start the app.
  case startFailed(app: String, problem: String)
  /// The app ended; `doing` says what was asked of it.
  case ended(app: String, ExitStatus, doing: String, log: String)
  /// The app did not report in time that it is drawn.
  case notReady(app: String, after: Duration, log: String)
  /// The app reported that it is ready, but its status was malformed or came from another app or process.
  case untrusted(app: String, problem: String, log: String)
  /// The app is not running.
  case notRunning(app: String)
  /// The app did not answer, or its answer was malformed.
  case noAnswer(app: String, route: ControlRoute, problem: String, log: String)
  /// The app refused a request and said why.
  case refused(app: String, route: ControlRoute, ErrorReply)
  /// The journey to a state did not get there.
  case stateNotBuilt(app: String, state: String, problem: any Error)
  /// Two states of one app have one name; `places` are their declarations, as `FILE:LINE`.
  case stateDeclaredTwice(app: String, state: String, places: [String])
  /// The app has not asked for that in time, or not as often.
  case noRequest(app: String, target: String, count: Int, seconds: Double, made: [String])
  /// The requests of an app count from 1.
  case noSuchRequest(app: String, target: String, number: Int)
  /// What requests are to be answered with cannot be had.
  case noAnswerToGive(target: String, problem: String)
  /// The app does not offer this way to a reset, or no reset followed in time. A late one may still come.
  case noReset(app: String, via: ResetWay, problem: String)
  /// An audit was asked for nothing but what cannot be judged.
  case notJudged(app: String, reasons: [String])
  /// `App.current` was used outside of a test with the trait `.app("Name")`.
  case noCurrentApp
  /// `App.current` was used where no test is known, as in a detached task.
  case noCurrentTest
  /// An app was asked for, or used, before its test or after it, as by what the test has left at work. It may be another
  /// test's.
  case outsideOfTest
  /// Two traits give one test different apps for one name.
  case otherApp(current: String, wanted: String)
  /// No app of the test has this name, or it has to be said which of several is meant.
  case whichApp(wanted: String?, there: [String])

  public var description: String {
    switch self {
    case .executableMissing(let app, let folder):
      "There is no executable \"\(app)\" in \(folder). "
        + (Self.nearestExecutable(to: app, in: folder).map { "Did you mean \"\($0)\"?" }
          ?? "Build it with `swift build --product \(app)`.")
    case .startFailed(let app, let problem):
      "\(app) could not be started: \(problem)."
    case .ended(let app, let status, let doing, let log):
      "\(app) \(status)\(doing.isEmpty ? "" : " \(doing)"). "
        + (log.contains("Unknown option '--control-socket'")
          ? "It has no test scaffolding, so that nothing can drive it. " : "") + Self.lastWords(log)
    case .notReady(let app, let duration, let log):
      "\(app) was not ready within \(duration) and has been ended. \(Self.lastWords(log))"
    case .untrusted(let app, let problem, let log):
      "\(app) cannot be trusted after its start: \(problem). It has been ended. \(Self.lastWords(log))"
    case .notRunning(let app):
      "\(app) is not running. Call launch() or reset() first."
    case .noAnswer(let app, let route, let problem, let log):
      "\(app), asked for \(route.path): \(problem) \(Self.lastWords(log))"
    case .refused(let app, let route, let reply):
      "\(app) refused \(route.path): \(reply.message)"
        + (reply.busy ?? []).filter { !reply.message.contains($0) }.map { " Busy with: \($0)." }.joined()
    case .stateNotBuilt(let app, let state, let problem):
      "The state \"\(state)\" of \(app) could not be built: \(problem)"
    case .stateDeclaredTwice(let app, let state, let places):
      "\(app) has two states \"\(state)\"; give one of them another name: \(places.joined(separator: ", "))."
    case .noRequest(let app, let target, let count, let seconds, let made):
      "\(app) has not asked for \(target)\(count == 1 ? "" : " \(count) times") within \(seconds) s. "
        + (made.isEmpty ? "It has asked for nothing." : "It has asked for:\n" + made.joined(separator: "\n"))
    case .noSuchRequest(let app, let target, let number):
      "There is no request number \(number) of \(app) for \(target): they count from 1."
    case .noAnswerToGive(let target, let problem):
      "There is nothing to answer \(target) with: \(problem)"
    case .noReset(let app, let way, let problem):
      "\(app) cannot be reset by \(way.rawValue): \(problem)"
    case .notJudged(let app, let reasons):
      "No audit of \(app) can judge by these rules alone. "
        + (reasons.isEmpty
          ? "Name one: \(AuditRule.cutText.rawValue)." : "By \(reasons.joined(separator: "; "))")
    case .noCurrentApp:
      "No app belongs to this test. Give the test or its suite the trait `.app(\"Name\")`."
    case .noCurrentTest:
      "No test is known here: a detached task, a thread or a queue does not know its test. "
        + "Take `App.current` before that begins; in XCTest, `self.app`."
    case .outsideOfTest:
      "There is no app outside of a test: it is there from the first setUp to the last tearDown. "
        + "Wait at the end of the test for the tasks that it has started."
    case .otherApp(let current, let wanted):
      "Two traits give this test the apps \"\(current)\" and \"\(wanted)\" under one name. "
        + "Keep one of them, or name both: `.app(\"\(current)\", as: \"ada\"), .app(\"\(wanted)\", as: \"ben\")`."
    case .whichApp(let wanted?, let there):
      "This test has no app \"\(wanted)\"; it has \(Self.list(there))."
    case .whichApp(nil, let there):
      "This test has several apps, \(Self.list(there)). Take one of them by its name: app(\"\(there.first ?? "")\"), or "
        + "App.named(\"\(there.first ?? "")\") in Swift Testing."
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none with a name" : names.map { "\"\($0)\"" }.joined(separator: " and ")
  }

  private static func nearestExecutable(to app: String, in folder: String) -> String? {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return NearestIdentifiers.nearest(to: app, in: files, limit: 5).first {
      AppSettings.isExecutable("\(folder)/\($0)")
    }
  }

  private static func lastWords(_ log: String) -> String {
    // What the driver notes of earlier, and addresses with their tokens, are none of the app's last words.
    let lines = log.split(whereSeparator: \.isNewline).filter {
      !$0.hasPrefix("[AppDriver] relaunched: ") && !$0.hasPrefix("[AppDriver] known leak")
        && !$0.contains("#token=")
    }
    // The crash report comes last; it must not push out the lines that the app wrote before it.
    let crash = lines.firstIndex { $0.hasPrefix("*** Signal ") } ?? lines.endIndex
    let shown = lines[..<crash].suffix(20) + lines[crash...].prefix(50)
    return lines.isEmpty
      ? "It wrote nothing." : "It last wrote:\n" + shown.joined(separator: "\n")
  }
}
#endif
