#if DEBUG
public import ControlProtocol
import OperatingSystem
import Processes
import Records
import Synchronization

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
    try expectOneDeclaration(of: state)
    let mark = Self.mark(of: state)
    if self.state == .notRunning { try reset(at: nil) }
    let found = try states().first { $0.name == state.name && $0.isOfThisBuild && $0.madeBy == mark }
    if let found { return found.id }
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
  private func expectOneDeclaration(of state: AppState) throws {
    let (name, place) = ([executableName, state.name], state.place.source)
    let first = Self.declarations.withLock { declarations in
      declarations[name] = declarations[name] ?? place
      return declarations[name] ?? place
    }
    guard first == place else {
      throw AppError.stateDeclaredTwice(
        app: executableName, state: state.name, places: [first, place].map { "\($0.file):\($0.line)" })
    }
  }

  private static let declarations = Mutex<[[String]: SourcePlace]>([:])

  /// What tells that the tests of this executable have built a state, and on what.
  private static func mark(of state: AppState) -> String {
    // Where the system has no such file, each process builds its states anew.
    let tests = try? FileStatus.ofThisProgram().build
    let bases = sequence(first: state) { $0.base }.map(\.name)
    return "tests \(tests ?? "\(ThisProcess.identifier)"): \(bases.joined(separator: " from "))"
  }
}
#endif
