#if DEBUG
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

  private let words: VerbWords

  init(_ words: [String]) throws(UsageError) {
    self.words = try VerbWords(words, for: Self.usage, call: "cleanslate apps", operands: [])
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let apps = RunningApps(environment: surroundings.environment)
    let answer = VerbAnswer(
      text: try text(of: apps), json: try apps.all().map(AppAnswer.init))
    try surroundings.write(answer, asJSON: words.has(DriveOption.json.name))
    return answer.status
  }

  private func text(of apps: RunningApps) throws -> String {
    let ended = apps.takeLastWords(of: nil)
    let running = try apps.all().map { app in
      "\(app.handle)  process \(app.record.process)"
        + (app.record.test.map { ", of the failed test \($0)" } ?? "")
    }
    let lines = running.isEmpty ? ["No app runs. Start one, as in 'cleanslate run SampleShop'."] : running
    return (lines + ended).joined(separator: "\n") + "\n"
  }
}

private struct AppAnswer: Encodable {
  let app: String
  let name: String
  let process: Int32
  let socket: String
  let test: String?

  init(_ known: KnownApp) {
    (app, name, process) = (known.handle, known.record.app, known.record.process)
    (socket, test) = (known.record.socket, known.record.test)
  }
}

/// `cleanslate stop`: ends an app.
struct StopCommand: AppVerb {
  static let name = "stop"
  static let summary = "ends an app, and removes its private home"
  static let options = [ToolOption("--all", help: "Ends all apps that 'cleanslate run' has started.")]

  let words: VerbWords

  init(_ words: [String]) throws(UsageError) { self.words = try Self.read(words) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    guard words.has("--all") else { return try finish(try answer(from: one(in: surroundings)), surroundings) }
    let apps = try RunningApps(environment: surroundings.environment).all().filter { $0.record.test == nil }
    for app in apps { try end(app) }
    let handles = apps.map(\.handle)
    return try finish(
      VerbAnswer(
        text: handles.isEmpty ? "No app runs.\n" : "Ended: \(handles.joined(separator: ", ")).\n",
        json: handles),
      surroundings)
  }

  private func one(in surroundings: Surroundings) throws -> DrivenApp {
    try DrivenApp(words.value(of: DriveOption.app.name), in: surroundings)
  }

  private func finish(_ answer: VerbAnswer, _ surroundings: Surroundings) throws -> Int32 {
    try surroundings.write(answer, asJSON: words.has(DriveOption.json.name))
    return answer.status
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    try end(app.known)
    return VerbAnswer(text: "\(app.known.handle) has ended.\n", json: [app.known.handle])
  }

  /// Tells the keeper, and returns when it has gone with the app.
  private func end(_ app: KnownApp) throws {
    guard let keeper = app.keeper() else { return }
    try RunningProcess.signal(.terminate, to: keeper)
    let ended = try Descriptor.poll([(keeper, .reading)], until: Deadline(in: .seconds(20)))
    guard ended[0].isEmpty else { return }
    // Its watcher ends the app in its place.
    try RunningProcess.signal(.kill, to: keeper)
  }
}
#endif
