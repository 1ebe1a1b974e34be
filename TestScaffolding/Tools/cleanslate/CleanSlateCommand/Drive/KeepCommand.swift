#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import ToolOptions

/// The process that holds an app which `cleanslate run` has started, by the driver of tests: it has the app's private folder
/// and output, and ends the app when it is told to, when nobody uses it any more, or when it is killed itself.
///
/// Its order comes over standard input, and its reply goes to standard output.
struct KeepCommand: Subcommand {
  static let name = "keep-app"
  static let summary = "holds an app for 'cleanslate run'"
  static let usage = ToolUsage("cleanslate \(name)", options: [])

  /// What to start, as `cleanslate run` says it.
  struct Order: Codable, Equatable {
    var executable: String
    var arguments: [String]
    var state: String?
    /// For how many seconds the app waits to be used; nil: for ever.
    var patience: Double?
  }

  /// What has come of it.
  struct Reply: Codable, Equatable {
    var handle: String?
    var error: String?
  }

  init(_ words: [String]) throws(UsageError) {
    guard words.isEmpty else {
      throw UsageError(description: "It takes no words, and is for 'cleanslate run'.")
    }
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    var bytes: [UInt8] = []
    let input = Descriptor(borrowing: 0)
    while let more = try input.readSome(), !more.isEmpty { bytes += more }
    guard let order = try? WireJSON.decode(Order.self, from: bytes) else {
      throw UsageError(description: "It is for 'cleanslate run'.")
    }
    try Self.keep(order, in: surroundings, telling: Descriptor(borrowing: 1))
    return Status.success
  }

  /// Starts the app, tells that over the descriptor, and returns when the app has ended.
  private static func keep(
    _ order: Order, in surroundings: Surroundings, telling reply: Descriptor
  ) throws {
    // Whoever has asked may have gone.
    ThisProcess.blockPipeSignal()
    guard let interruption = try surroundings.watchForInterruption() else { return }
    var settings = AppSettings.driving(in: surroundings.environment)
    settings.cancellation = interruption
    let app = App(order.executable, settings: settings)
    defer { app.terminate() }
    let place: HeldPlace
    do {
      place = try start(app, order, in: surroundings)
    } catch {
      try tell(Reply(error: "\(error)"), reply)
      return
    }
    var lastWords: String?
    defer {
      // The list says that the app runs until all of it has gone.
      app.terminate()
      place.giveUp(saying: lastWords)
    }
    try tell(Reply(handle: place.handle), reply)
    lastWords = try wait(for: app, place, order.patience, or: interruption)
  }

  private static func start(
    _ app: App, _ order: Order, in surroundings: Surroundings
  ) throws -> HeldPlace {
    app.launchArguments = order.arguments
    try app.launch()
    if let state = order.state { try app.reset(to: state) }
    guard let reach = app.reach else { throw AppError.notRunning(app: app.name) }
    return try RunningApps(environment: surroundings.environment).add(
      AppRecord(
        app: reach.app, process: reach.process, socket: reach.socket, keeper: ThisProcess.identifier,
        workbench: reach.workbench))
  }

  /// Waits until the app is to be ended, or has ended. Returns the reason if nobody has asked for it.
  private static func wait(
    for app: App, _ place: HeldPlace, _ patience: Double?, or interruption: Descriptor
  ) throws -> String? {
    while true {
      func left(since use: Double) -> Double? { patience.map { use + $0 - Date().timeIntervalSince1970 } }
      var rest = left(since: place.lastUse)
      // Verbs say that they use the app. Of a browser or a program that asks it directly, only the app knows.
      if let unused = rest, unused <= 0, let deed = try? app.lastDeed() { rest = left(since: deed) }
      if let patience, let rest, rest <= 0 {
        return "\(place.handle) has ended, because nobody has used it for \(text(ofPatience: patience))."
      }
      if try app.waits(for: interruption, until: rest.map { Deadline(in: .seconds($0)) }) { return nil }
      if let ending = app.ending { return "\(ending)" }
    }
  }

  /// `10 minutes`.
  static func text(ofPatience seconds: Double) -> String {
    seconds.truncatingRemainder(dividingBy: 60) == 0
      ? Amount.count(Int(seconds / 60), "minute") : Amount.time(seconds)
  }

  private static func tell(_ reply: Reply, _ line: Descriptor) throws {
    try line.writeAll(try WireJSON.encode(reply) + [UInt8(ascii: "\n")])
    // It is not this process's own: a pipe would not end.
    line.disconnect()
  }
}
#endif
