#if DEBUG
import ControlProtocol
import LaunchServer
import OperatingSystem
import Processes
import Records

/// A running app with its private folder, that nothing has happened to since a reset that found nothing.
struct UntouchedApp: Sendable {
  let running: RunningApp
  let sandbox: Sandbox
  /// That of the reset.
  let receipt: ResetReceipt
}

/// Where an app waits for the next test process of a parallel run: with its launch server, which ends it together with the
/// run, or when nobody has asked for anything for some seconds.
struct ParkingPlace {
  private let launch: AppLaunch
  private let run: ParallelRun
  private let start: AppStart
  private let server: LaunchServerPlace
  private let executable: Descriptor
  private let name: Fingerprint

  /// The place for apps that differ from this one in their private folders and arguments alone: a reset changes arguments, but
  /// for the port.
  init(for launch: AppLaunch, in run: ParallelRun) throws {
    (self.launch, self.run) = (launch, run)
    var bare = launch
    bare.wanted.arguments = []
    let spawn = try bare.spawn(at: "")
    start = AppStart(spawn: spawn, environment: launch.settings.environment)
    (server, executable) = try start.server()
    var name = Fingerprint()
    for word in ["\(run.process)", launch.settings.temporaryFolder] + spawn.arguments { name.add(word: word) }
    for (variable, value) in spawn.environment.sorted(by: { $0.key < $1.key }) {
      name.add(word: "\(variable)=\(value)")
    }
    self.name = name
  }

  /// Whether an app to be launched so, by the same driver, may wait here.
  func suits(_ launch: AppLaunch) -> Bool {
    (launch.wanted.environment, launch.needsPort)
      == (self.launch.wanted.environment, self.launch.needsPort)
  }

  /// Parks the app. Throws if it cannot wait there; then it runs on, but nobody reads what it writes.
  func park(_ app: UntouchedApp) throws {
    let process = app.running.process
    guard app.sandbox.isWatched else {
      throw ParkingError(reason: "somebody has ended the watcher over its folder")
    }
    let (run, line) = (try RunningProcess.handle(of: run.process), try server.connection(starting: false))
    let note = try Note(of: app).file(in: app.sandbox)
    let held = process.holdings()
    let descriptors = [
      run, held.ready, held.lifeline, held.untouchedGeneration,
      held.output, app.sandbox.watcherLine, note,
    ]
    var request = self.request(LaunchParksApp, hasPort: app.running.url != nil)
    (request.process, request.descriptors) = (process.pid, UInt32(descriptors.count))
    let (reply, _) = try ask(request, with: descriptors, on: line)
    guard reply.outcome == LaunchIsDone.rawValue else {
      throw ParkingError(reason: "its launch server has no place for it (\(reply.outcome))")
    }
    process.leave()
    app.sandbox.leave()
  }

  /// Takes an app that is parked here; returns nil if there is none.
  func take() throws -> UntouchedApp? {
    guard let line = try? server.connection(starting: false) else { return nil }
    let (reply, held) = try ask(request(LaunchTakesApp, hasPort: launch.hasPort), with: [], on: line)
    if reply.outcome == LaunchHasEnded.rawValue {
      throw ParkingError(reason: "the process \(ExitStatus(waitStatus: reply.error)) between two tests")
    }
    guard reply.outcome == LaunchIsDone.rawValue else { return nil }
    guard held.count == Int(LAUNCH_PARKED_DESCRIPTORS) else {
      throw ParkingError(reason: "the app of an earlier test came without what keeps it alive")
    }
    let process = try AppProcess(
      RunningProcess(reply.process, endToldOver: line),
      holding: AppProcess.Holdings(
        ready: held[0], lifeline: held[1], untouchedGeneration: held[2], output: held[3]),
      settings: launch.settings)
    guard try start.isRunning(executable, in: process.pid) else {
      throw ParkingError(reason: "the process of an earlier test runs another program")
    }
    return try Note(reading: held[5]).app(process, watchedOver: held[4], launch)
  }

  /// A process has a port from its launch on, or never.
  private func request(_ task: LaunchTask, hasPort: Bool) -> LaunchRequest {
    var (request, name) = (LaunchRequest(), name)
    name.add(word: "\(hasPort)")
    (request.version, request.task, request.key) = (UInt32(LAUNCH_VERSION), task.rawValue, max(1, name.value))
    return request
  }

  private func ask(
    _ request: LaunchRequest, with descriptors: [Descriptor], on line: Descriptor
  ) throws -> (LaunchReply, [Descriptor]) {
    var request = request
    let failure = withExtendedLifetime(descriptors) {
      LaunchMessageSend(
        line.number, &request, MemoryLayout<LaunchRequest>.size, descriptors.map(\.number),
        UInt32(descriptors.count))
    }
    guard failure == 0, let answer = try start.reply(on: line) else {
      throw LaunchServerProblem(reason: "its launch server has ended")
    }
    return answer
  }
}

/// Why an app cannot go from one test process to the next.
struct ParkingError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// What the next process has to know of the app.
private struct Note: Codable {
  private var folder, token: String
  private var url: String?
  private var arguments: [String]
  private var receipt: ResetReceipt

  init(of parked: UntouchedApp) {
    let running = parked.running
    (folder, token, url) = (parked.sandbox.path, running.token, running.url)
    (arguments, receipt) = (running.configuration.arguments, parked.receipt)
  }

  /// Writes it to a file without a name: a pipe would not hold the receipt of an app that keeps much in variables. Nobody who
  /// writes into the folder knows the name that it has for a moment.
  func file(in sandbox: Sandbox) throws -> Descriptor {
    let folder = try Descriptor.folder(atPath: sandbox.path, followsLink: false)
    let name = FileName("note-\(UInt64.random(in: 0 ... .max))")
    let file = try folder.newFile(name)
    try folder.unlink(name)
    try file.writeAll(WireJSON.encode(self))
    return file
  }

  init(reading file: Descriptor) throws {
    var bytes: [UInt8] = []
    try file.readPieces { bytes += $0 }
    guard let note = try? WireJSON.decode(Note.self, from: bytes) else {
      throw ParkingError(reason: "nobody can read with what an earlier test left its app")
    }
    self = note
  }

  func app(_ process: AppProcess, watchedOver line: Descriptor, _ launch: AppLaunch) throws -> UntouchedApp {
    let sandbox = try Sandbox(takingOver: folder, watchedOver: line)
    var configuration = launch.wanted
    (configuration.arguments, configuration.state) = (arguments, receipt.restored?.state)
    return UntouchedApp(
      running: RunningApp(
        process, of: AppSettings.executableName(of: launch.app), at: sandbox.socketPath, url: url,
        token: token, configuration, launch.settings),
      sandbox: sandbox, receipt: receipt)
  }
}
#endif
