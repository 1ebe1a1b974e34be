#if DEBUG
import AppDriver
import ElementTree
import OperatingSystem
import ToolOptions

/// The app that a verb acts on, reached by its control socket.
struct DrivenApp {
  let app: App
  let known: KnownApp
  let surroundings: Surroundings

  /// Finds the app with the handle, or the only one that runs.
  init(_ handle: String?, in surroundings: Surroundings) throws {
    known = try Self.choose(handle, in: surroundings.environment)
    self.surroundings = surroundings
    known.markUsed()
    do {
      var settings = AppSettings.driving(in: surroundings.environment)
      settings.cancellation = surroundings.cancellation
      app = try App(attachedTo: known.address, settings: settings)
    } catch let error as SystemError where error.isOfNoProcess {
      throw Self.ending(of: known, in: surroundings)
    }
    if handle == nil { tellOfOthers() }
  }

  private static func choose(_ handle: String?, in environment: [String: String]) throws -> KnownApp {
    let apps = RunningApps(environment: environment)
    let (fitting, known, silent) = try apps.choose(handle)
    let handles = known.map(\.handle)
    if fitting.count == 1 { return fitting[0] }
    guard fitting.isEmpty else {
      throw UsageError(
        description: "\(handles.count) apps run: \(list(handles)). Say which is meant: --app \(handles[0]).")
    }
    let end = (apps.takeLastWords(of: handle) + silent).map { " \($0)" }.joined()
    guard let handle else {
      throw ToolFailure.unavailable("No app runs.\(end) Start one, as in 'cleanslate run SampleShop'.")
    }
    let nearest = NearestIdentifiers.nearest(to: handle, in: handles, limit: 1)
    throw ToolFailure.unavailable(
      "No app \"\(handle)\" runs.\(end)" + (nearest.first.map { " Nearest: \"\($0)\"." } ?? "")
        + (handles.isEmpty ? "" : " There are: \(list(handles))."))
  }

  /// Says that the only app has not been the only one: somebody may have meant another.
  private func tellOfOthers() {
    let ends = RunningApps(environment: surroundings.environment).takeLastWords(of: nil)
    guard !ends.isEmpty else { return }
    surroundings.complain(ends.map { "\($0)\n" }.joined() + "\(known.handle) is the one that is meant now.\n")
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  /// Adds to an error that the app has ended what its keeper knows of that.
  func explaining<Answer>(_ body: () throws -> Answer) throws -> Answer {
    do {
      return try body()
    } catch let error as AppError {
      guard case .ended = error else { throw error }
      throw Self.ending(of: known, in: surroundings)
    }
  }

  /// Why the app has ended, which its keeper says when it has cleared away.
  private static func ending(of known: KnownApp, in surroundings: Surroundings) -> ToolFailure {
    if known.pause == nil, let keeper = known.place?.holder() {
      _ = try? Descriptor.poll([(keeper, .reading)], until: Deadline(in: .seconds(10)))
    }
    let words = RunningApps(environment: surroundings.environment).takeLastWords(of: known.handle)
    return .unavailable(words.first ?? "\(known.handle) has ended.")
  }

  /// Does something to the app, and answers what that has changed.
  func change(_ action: (App) throws -> Void) throws -> VerbAnswer {
    let before = try app.screen().tree
    try action(app)
    return answer(changedFrom: before, try app.screen().tree)
  }

  /// What an element is called. Its identifier may be written as a line of the screen has it: `#checkout`.
  func name(_ word: String) throws -> String {
    guard word.hasPrefix("#") else { return word }
    let isCalledSo = try app.screen().tree.allElements.contains { $0.identifier == word || $0.label == word }
    return isCalledSo ? word : String(word.dropFirst())
  }

  func answer(
    changedFrom old: Element, _ new: Element, otherwise remark: String = "Nothing has changed."
  ) -> VerbAnswer {
    VerbAnswer(
      text: ScreenText(tree: new).text(changedFrom: old, otherwise: remark),
      json: AppAnswer(
        app: known.handle, screen: new.screen?.identifier, changes: ScreenText.changes(from: old, to: new)))
  }
}

extension AppSettings {
  /// The settings for driving an app from a command line: nothing of a run of tests, whose variables may be there.
  static func driving(in environment: [String: String]) -> AppSettings {
    var settings = AppSettings()
    settings.environment = environment.filter {
      !$0.key.hasPrefix("CLEANSLATE_") || $0.key == "CLEANSLATE_SPAWN"
    }
    settings.environment["CLEANSLATE_TRACE"] = "off"
    settings.parallelRun = nil
    return settings
  }
}
#endif
