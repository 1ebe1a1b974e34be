#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import FeatureFlags
import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// `cleanslate run`: starts an app that the other verbs then drive.
struct RunCommand: Subcommand {
  static let name = "run"
  static let summary = "starts an app, and prints its handle and its screen"
  private static let call = "cleanslate run APP"
  static let usage = ToolUsage(
    "\(call) [options] [-- WORDS…]",
    about: [
      "Starts an app by the launch server in a private home, which goes with it. The other verbs then drive it."
    ],
    options: [
      ToolOption("APP", help: "The name of its product, or the path of its executable."),
      DriveOption.from, DriveOption.state, DriveOption.flag,
      ToolOption(.pauseClockAt, example: ClockTime.example), ToolOption(.network, example: "allow"),
      ToolOption("--keep", help: "Does not end the app when nobody has used it for ten minutes."),
      ToolOption(
        "--scratch-path", "DIRECTORY",
        help:
          "Where SwiftPM builds. Without it the executable beside this tool is taken, then that of .build."),
      DriveOption.json,
      ToolOption(
        GivenWords.furtherWords, help: "After '--': further words for the app, as its own --help lists them."),
    ],
    notes: [
      "The app is built only if there is no executable of it. Where one is older than its sources, that is said, with the "
        + "command that builds it. 'cleanslate stop' ends the app."
    ])

  /// For how many seconds an app waits to be used.
  static let patience = 600.0

  private let words: GivenWords
  /// What the options say.
  private let start: Start

  init(_ words: [String]) throws(UsageError) {
    self.words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["APP"])
    try SituationWords.check(self.words)
    var (start, given) = (Start(), Start())
    start.flags[.ephemeral] = try FlagWords.values(self.words.values(of: DriveOption.flag.name))
    if let time = self.words.value(of: ControlOption.pauseClockAt.name) {
      start.clock = ClockTime.date(time)
      guard start.clock != nil else {
        throw UsageError(description: "'\(time)' is no time: expected one such as \(ClockTime.example).")
      }
    }
    do {
      start.network = try NetworkChoice(self.words.values(of: ControlOption.network.name))
      given = try Start(self.words.rest)
    } catch {
      throw UsageError(description: "\(error)")
    }
    let own: [(option: ControlOption, isGiven: Bool)] = [
      (.headless, given.isHeadless), (.socket, given.socket != nil), (.driven, given.statesFolder != nil),
    ]
    if let (option, _) = own.first(where: \.isGiven) {
      throw UsageError(description: "cleanslate sets '\(option)' itself. Leave it out.")
    }
    // Its workbench is there for 'cleanslate browse'.
    if given.port == nil { start.port = 0 }
    self.start = start
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    try surroundings.write(answer(in: surroundings), words)
  }

  func answer(in surroundings: Surroundings) throws -> VerbAnswer {
    let scratch = try words.value(of: "--scratch-path").map { try Self.scratch($0, in: surroundings) }
    let executable = AppExecutable(words.operands[0], scratch: scratch, in: surroundings)
    let found = try executable.find()
    let patience = words.has("--keep") ? nil : Self.patience
    // From here on, Ctrl-C ends nothing by itself: an app that has been started would run on without a word.
    let interruption =
      surroundings.cancellation == nil ? try found.interruption ?? surroundings.watchForInterruption() : nil
    var surroundings = surroundings
    surroundings.cancellation = surroundings.cancellation ?? interruption
    let order = KeepCommand.Order(
      executable: found.path, arguments: try arguments(in: surroundings),
      state: words.value(of: DriveOption.state.name), patience: patience)
    let handle: String
    do {
      handle = try start(order, in: surroundings)
    } catch let error as ToolFailure
      where error.description.contains("Unknown option '\(SituationWords.from)'")
    {
      throw withoutStartPage ?? error
    }
    let (app, tree): (DrivenApp, Element)
    do {
      let driven = try DrivenApp(handle, in: surroundings)
      (app, tree) = (driven, try driven.explaining { try driven.app.screen().tree })
    } catch {
      guard try interruption?.isReadable == true else { throw error }
      throw ToolFailure(
        "Interrupted; it runs: 'cleanslate stop --app \(handle)' ends it.", status: Status.interrupted)
    }
    let end =
      patience.map {
        "It ends when nobody has used it for \(KeepCommand.text(ofPatience: $0)), or by 'cleanslate stop'."
      }
      ?? "It runs until 'cleanslate stop'."
    return VerbAnswer(
      text: "\(handle) runs. \(end)\n\(ScreenText(tree: tree).text)",
      json: AppAnswer(
        app: handle, process: app.known.address.process, screen: tree.screen?.identifier,
        lines: ScreenText(tree: tree).lines),
      remarks: executable.remark(on: found.path))
  }

  /// The whole path of a folder of builds. SwiftPM would make one that is mistyped, and build everything there.
  private static func scratch(_ word: String, in surroundings: Surroundings) throws(UsageError) -> String {
    let path = try surroundings.absolute(word)
    guard FileManager.default.fileExists(atPath: path) else {
      throw UsageError(
        description: "'--scratch-path \(word)': there is no folder '\(path)'. Make it first to build there.")
    }
    return path
  }

  /// What is wrong with `--from` for an app that does not know it; nil if it was not given.
  private var withoutStartPage: ToolFailure? {
    words.value(of: SituationWords.from).map { situation in
      let app = words.operands[0]
      let argument = FlagArgument.automation.argument([
        FlagArgument.flag(forSituation: situation): .bool(true)
      ])
      let advice =
        situation == SituationWords.here
        ? "Leave '\(SituationWords.from) \(situation)' out."
        : "It begins in a situation of its own by a flag: cleanslate run \(app) -- \(argument.asShellWord)"
      return ToolFailure("\(app) has no start page, to which '\(SituationWords.from)' belongs. \(advice)")
    }
  }

  private func arguments(in surroundings: Surroundings) throws -> [String] {
    var start = start
    start.network.recordings = try start.network.recordings.map { try Self.recording($0, in: surroundings) }
    let situation = words.value(of: SituationWords.from).map { [SituationWords.from, $0] } ?? []
    return situation + (try start.words()) + words.rest
  }

  /// The whole path of a recording, since the app runs in another folder.
  private static func recording(_ name: String, in surroundings: Surroundings) throws(UsageError) -> String {
    let path = try surroundings.absolute(name)
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    throw UsageError(
      description: "'--network \(name)': there is no such file.\(NetworkChoice.guess(for: name))")
  }

  /// Has a keeper start the app, and returns the handle.
  private func start(_ order: KeepCommand.Order, in surroundings: Surroundings) throws -> String {
    let (orders, replies) = (try Descriptor.pipe(), try Descriptor.pipe())
    // It has a session of its own and none of this process's streams, so that no pipe and no terminal waits for its end.
    let keeper = try Spawn(
      "/proc/self/exe", [KeepCommand.name], environment: surroundings.environment, folder: "/",
      standing: .ownSession, descriptors: [0: orders.reading, 1: replies.writing]
    ).start()
    defer { keeper.leave() }
    orders.reading.close()
    replies.writing.close()
    try orders.writing.writeAll(try WireJSON.encode(order))
    orders.writing.close()
    var bytes: [UInt8] = []
    let sources = [replies.reading, surroundings.cancellation].compactMap(\.self).map {
      ($0, Readiness.reading)
    }
    while true {
      // A keeper whose reply nobody takes ends the app.
      if try Descriptor.poll(sources, until: nil).dropFirst().contains(where: { !$0.isEmpty }) {
        keeper.signal(.terminate)
        throw ToolFailure("Interrupted; the app has not started.", status: Status.interrupted)
      }
      guard let more = try replies.reading.readSome(), !more.isEmpty else { break }
      bytes += more
    }
    guard let reply = try? WireJSON.decode(KeepCommand.Reply.self, from: bytes) else {
      throw ToolFailure("The process that was to hold the app has ended before the app was there.")
    }
    guard let handle = reply.handle else {
      throw ToolFailure(reply.error ?? "The app has not started.")
    }
    return handle
  }
}
#endif
