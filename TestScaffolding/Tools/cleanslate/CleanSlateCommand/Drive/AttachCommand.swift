#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import OperatingSystem
import Processes
import Records
import ToolOptions

/// `cleanslate attach`: the app of a test that has failed and waits.
struct AttachCommand: AppVerb {
  static let name = "attach"
  static let summary = "shows the app of a failed test that waits; other verbs drive it"
  static let options = [ToolOption("--go-on", help: "Lets the test go on.")]
  static let notes = [
    "'cleanslate test --pause-on-failure' has a test wait that fails. All other verbs drive its app meanwhile."
  ]

  let words: GivenWords

  /// One test waits at a time, so that its app does not have to be told from others.
  func handle(in surroundings: Surroundings) throws -> String? {
    if let handle = words.value(of: DriveOption.app.name) { return handle }
    let waiting = try RunningApps(environment: surroundings.environment).all().first { $0.pause != nil }
    guard let waiting else {
      throw ToolFailure.unavailable(
        "No failed test waits with its app. 'cleanslate test --pause-on-failure' has one wait.")
    }
    return waiting.handle
  }

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    guard let pause = app.known.pause else {
      throw ToolFailure("\(app.known.handle) belongs to no test; it can be driven as it is.")
    }
    if words.has("--go-on") { return try Self.goOn(app) }
    let tree = try app.app.screen().tree
    let screen = ScreenText(tree: tree)
    let place = pause.place.map { " at \($0)" } ?? ""
    return VerbAnswer(
      text: "\(app.known.handle) is the app of \(pause.test), which has failed\(place) and waits:\n"
        + "\(pause.message)\n"
        + "'cleanslate attach --go-on' lets it go on.\n\(screen.text)",
      json: AppAnswer(
        app: app.known.handle, test: pause.test, message: pause.message, place: pause.place,
        screen: tree.screen?.identifier, lines: screen.lines))
  }

  static func goOn(_ app: DrivenApp) throws -> VerbAnswer {
    try app.app.endPause()
    return VerbAnswer(text: "\(app.known.pause?.test ?? "The test") goes on.\n", json: [app.known.handle])
  }

  /// Lists the app of a test that waits as one that can be driven, whose place `cleanslate test` holds; what is returned
  /// takes it from the list. Nil if nobody serves it.
  static func list(_ test: PausedTest, in environment: [String: String]) -> (() -> Void)? {
    let limit = Duration.seconds(5)
    guard
      let peer = try? Descriptor.connection(to: .unixSocket(test.socket), until: Deadline(in: limit)).peer,
      let status = try? ControlClient(path: test.socket, server: peer.process).status(within: limit),
      let place = try? RunningApps(environment: environment).add(
        AppRecord(
          app: status.app, process: peer.process, socket: test.socket, keeper: ThisProcess.identifier,
          workbench: test.workbench,
          pause: PauseNote(test: test.test, message: test.message, place: test.place)))
    else { return nil }
    return { place.giveUp(saying: nil) }
  }
}
#endif
