#if DEBUG
public import ControlProtocol
import OperatingSystem
import Processes
import Records

extension App {
  /// Saves all that the app keeps now as a named state; one of the same name is replaced. Returns what was saved.
  ///
  /// The app runs on. States stay for later tests and runs of the same build, until they are deleted. See ``AppState`` for
  /// what a state holds and what it does not.
  @discardableResult
  public func saveState(
    _ name: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> StateRecord {
    try saveState(
      SaveStateRequest(name: name, generation: generation), at: CallPlace(file: file, line: line))
  }

  /// Resets the app live, so that it begins with the data of a named state; launches it first if it is not running.
  ///
  /// The launch arguments and variables are the current ones, as in any reset. Throws if there is no such state of this
  /// app and this build; the app then runs on as before.
  @discardableResult
  public func reset(
    to state: String, via way: ResetWay = .controlSocket, file: StaticString = #filePath, line: UInt = #line
  ) throws -> ResetReceipt? {
    try reset(via: way, to: state, at: CallPlace(file: file, line: line))
  }

  /// Resets the app live to a declared state, which is built first if it is not there.
  @discardableResult
  public func reset(
    to state: AppState, via way: ResetWay = .controlSocket, file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> ResetReceipt? {
    let place = CallPlace(file: file, line: line)
    return try recorder.placed(at: place) {
      _ = try provide(state)
      return try reset(via: way, to: state.name, at: place)
    }
  }

  /// Returns the named states of the app, also those of other builds, sorted by name.
  public func states() throws -> [StateRecord] { (try ask(.states) as StatesReply).states }

  /// Deletes a named state. Whoever has been reset to it keeps the data.
  public func deleteState(_ name: String) throws {
    try recorder.step("Delete the state \"\(name)\"") { _ in
      _ = try request(.deleteState, named: name, as: StatesReply.self)
    }
  }

  private func saveState(_ body: SaveStateRequest, at place: CallPlace?) throws -> StateRecord {
    try recorder.step(StepText.of(.saveState, body), at: place) { _ in
      let (reply, launch) = try request(.saveState, body: body, as: SavedStateReply.self)
      hear(generation: reply.generation, screen: reply.screen, launch: launch)
      return reply.state
    }
  }

  /// Returns the id of the state, which these tests have built; builds it if they have not.
  ///
  /// Then the app is on no clean slate afterwards.
  func provide(_ state: AppState) throws -> String {
    let mark = Self.mark(of: state)
    if self.state == .notRunning { try reset(at: nil) }
    if let found = try states().first(where: { $0.name == state.name && $0.isOfThisBuild }) {
      if found.madeBy == mark { return found.id }
      try expectOneDeclaration(of: mark, found.madeBy ?? "")
    }
    let before = wanted
    defer { wanted = before }
    return try recorder.step("Build the state \"\(state.name)\"") { _ in
      if let base = state.base { _ = try provide(base) }
      wanted = Configuration(arguments: state.launchArguments)
      do {
        try reset(to: state.base?.name, at: nil)
        try state.journey(self)
      } catch {
        throw AppError.stateNotBuilt(app: executableName, state: state.name, problem: error)
      }
      return try saveState(
        SaveStateRequest(name: state.name, madeBy: mark, generation: generation), at: nil
      ).id
    }
  }

  /// Two states of one name would be built in turns, each while tests still begin from the other.
  private func expectOneDeclaration(of mark: String, _ other: String) throws {
    let (own, other) = (mark.split(separator: "\n"), other.split(separator: "\n"))
    guard own.first == other.first else { return }
    for name in stride(from: 1, to: min(own.count, other.count) - 1, by: 2)
    where own[name] == other[name] && own[name + 1] != other[name + 1] {
      throw AppError.stateDeclaredTwice(
        app: executableName, state: "\(own[name])", places: ["\(other[name + 1])", "\(own[name + 1])"])
    }
  }

  /// What tells that the tests of this executable have built a state: in lines, which executable that is, and the name and
  /// the place of the state and of those that it is built on.
  private static func mark(of state: AppState) -> String {
    // Where the system has no such file, each process builds its states anew.
    let tests = try? FileStatus.ofThisProgram().build
    let states = sequence(first: state) { $0.base }.flatMap { state in
      [state.name, "\(state.place.source.file):\(state.place.source.line)"]
    }
    return (["tests \(tests ?? "\(ThisProcess.identifier)")"] + states).joined(separator: "\n")
  }
}
#endif
