#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import ToolOptions

/// `cleanslate apps`: which apps can be driven.
struct AppsCommand: Subcommand {
  static let name = "apps"
  static let summary = "lists the apps that can be driven"
  static let usage = ToolUsage(
    "cleanslate apps [options]", about: ["Lists the apps that can be driven, each with its handle."],
    options: [DriveOption.json])

  private let words: GivenWords

  init(_ words: [String]) throws(UsageError) {
    self.words = try GivenWords(words, for: Self.usage, call: "cleanslate apps", operands: [])
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let apps = RunningApps(environment: surroundings.environment)
    let (known, silent) = try apps.everywhere()
    let remarks = apps.takeLastWords(of: nil) + silent
    let answer = VerbAnswer(
      text: text(of: known, and: remarks),
      json: known.map {
        AppAnswer(app: $0.handle, name: $0.address.name, process: $0.address.process, test: $0.pause?.test)
      },
      remarks: words.has(DriveOption.json.name) ? remarks.map { "\($0)\n" }.joined() : "")
    return try surroundings.write(answer, words)
  }

  private func text(of known: [KnownApp], and remarks: [String]) -> String {
    let running = known.map { app in
      let origin =
        app.pause.map { ", of the failed test \($0.test)" } ?? (app.place == nil ? ", started by hand" : "")
      return "\(app.handle)  process \(app.address.process)\(origin)"
    }
    let lines = running.isEmpty ? ["No app runs. Start one, as in 'cleanslate run SampleShop'."] : running
    return (lines + remarks).joined(separator: "\n") + "\n"
  }
}

/// `cleanslate stop`: ends an app.
struct StopCommand: AppVerb {
  static let name = "stop"
  static let summary = "ends an app, and removes its private home"
  static let notes = ["The app of a failed test that waits is not ended: the test goes on."]
  static let options = [ToolOption("--all", help: "Ends all apps that 'cleanslate run' has started.")]

  let words: GivenWords

  init(words: GivenWords) throws(UsageError) {
    self.words = words
    guard !words.has("--all") || !words.has(DriveOption.app.name) else {
      throw UsageError(description: "'--all' and '--app' exclude each other. Give one of them.")
    }
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    try surroundings.write(
      words.has("--all") ? answerForAll(in: surroundings) : answer(in: surroundings), words)
  }

  private func answerForAll(in surroundings: Surroundings) throws -> VerbAnswer {
    let apps = try RunningApps(environment: surroundings.environment).all().filter { $0.pause == nil }
    var (handles, problems): ([String], [String]) = ([], [])
    for app in apps {
      do {
        try end(app)
        handles.append(app.handle)
      } catch {
        problems.append("\(error)")
      }
    }
    let ended = handles.isEmpty ? "" : "Ended: \(handles.joined(separator: ", ")).\n"
    guard problems.isEmpty else { throw ToolFailure(ended + problems.joined(separator: "\n")) }
    let text = handles.isEmpty ? "No app runs.\n" : ended
    return VerbAnswer(text: text, json: handles)
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let handle = app.known.handle
    // Its process is the run of the tests.
    if app.known.pause != nil { return try AttachCommand.goOn(app) }
    if app.known.place != nil { try end(app.known) } else { try quit(app) }
    return VerbAnswer(text: "\(handle) has ended.\n", json: [handle])
  }

  /// Asks an app that a person has started.
  private func quit(_ app: DrivenApp) throws {
    app.app.quit()
    guard !app.app.hasEnded(until: Deadline(in: .seconds(10))) else { return }
    throw ToolFailure("\(app.known.handle) was asked to quit, and still runs.")
  }

  /// Tells the keeper, and returns when it has gone with the app.
  private func end(_ known: KnownApp) throws {
    let app = try? RunningProcess.handle(of: known.address.process)
    guard let keeper = known.place?.holder() else { return }
    guard try Self.end(keeper, with: app) else {
      throw ToolFailure("\(known.handle) was ended, and still runs.")
    }
  }

  /// Returns whether both have ended, which either may have done before.
  ///
  /// - Parameter patience: How long the keeper may take to end the app by itself.
  static func end(
    _ keeper: Descriptor, with app: Descriptor?, within patience: Duration = .seconds(20)
  ) throws -> Bool {
    func tell(_ signal: Signal) throws(SystemError) {
      do throws(SystemError) {
        try RunningProcess.signal(signal, to: keeper)
      } catch {
        guard error.isOfNoProcess else { throw error }
      }
    }
    func hasEnded(_ process: Descriptor, within time: Duration) throws -> Bool {
      try !Descriptor.poll([(process, .reading)], until: Deadline(in: time))[0].isEmpty
    }
    try tell(.terminate)
    if try hasEnded(keeper, within: patience) { return true }
    try tell(.kill)
    // Its watcher ends the app in its place.
    return try [keeper, app].compactMap(\.self).allSatisfy { try hasEnded($0, within: .seconds(20)) }
  }
}
#endif
