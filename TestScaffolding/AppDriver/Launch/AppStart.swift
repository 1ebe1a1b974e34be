#if DEBUG
import LaunchServer
import OperatingSystem
import Processes

/// The start of an app's process: by a launch server where there can be one, otherwise by a spawn.
///
/// A launch server is a process of the app's executable that has loaded everything, and forks for each launch. It serves
/// all test processes of a user, and ends some seconds after the last of them.
struct AppStart {
  /// What the new process is to be, either way.
  let spawn: Spawn
  /// The environment of this process.
  let environment: [String: String]
  /// How long a launch server waits for another launch before it ends.
  var patience: Duration = .seconds(10)
  /// How long a launch server may take to answer.
  var answerLimit: Duration = .seconds(10)

  /// A variable of the test process with the value 1: no launch server is used.
  static let spawnVariable = "CLEANSLATE_SPAWN"

  /// Starts the process. If that takes a spawn, tells `note` why.
  func start(note: (String) -> Void) throws(SystemError) -> RunningProcess {
    switch fork() {
    case .started(let process): return process
    case .failed(let error): throw error
    case .refused(let reason):
      if let reason { note("spawned, because \(reason)") }
      return try spawn.start()
    }
  }

  /// What came of asking a launch server.
  private enum Answer {
    case started(RunningProcess)
    /// A spawn would fail as well.
    case failed(SystemError)
    /// Why no server can do this.
    case refused(String?)
  }

  private func fork() -> Answer {
    do {
      let (server, executable) = try server()
      // A server may end just as it is asked; a later one does so only if something is wrong.
      for _ in 0..<3 {
        if let answer = try launch(from: executable, by: server) { return answer }
      }
      return .refused("its launch server ends before it answers")
    } catch let problem as LaunchServerProblem {
      return .refused(problem.reason)
    } catch {
      return .refused("its launch server cannot be reached: \(error)")
    }
  }

  /// The launch server of the executable, which may not run yet. Throws if there can be none.
  func server() throws -> (place: LaunchServerPlace, executable: Descriptor) {
    func refuse(_ reason: String?) -> LaunchServerProblem { LaunchServerProblem(reason: reason) }
    if try environment.isOn(Self.spawnVariable) { throw refuse("\(Self.spawnVariable)=1 asks for that") }
    let traits = try InheritedTraits()
    guard !traits.isTraced else { throw refuse("a debugger follows this process") }
    let executable = try Descriptor.open(spawn.executable, .reading)
    switch LaunchServerMark(executable.number) {
    case LaunchMarkIsThere: break
    case LaunchMarkOfSanitizer: throw refuse("it is built with a sanitizer")
    // It is no app, or one without the scaffolding: nobody expects more of it.
    default: throw refuse(nil)
    }
    return (try LaunchServerPlace(of: spawn, executable.status(), traits, environment, patience), executable)
  }

  /// Returns nil if the server has ended before it answered, and with it what it may have started.
  private func launch(from executable: Descriptor, by server: LaunchServerPlace) throws -> Answer? {
    let line = try server.connection()
    var words = spawn.folder.map { Array($0.utf8) } ?? []
    words.append(0)
    let variables = spawn.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    for word in [spawn.executable] + spawn.arguments + variables { words += Array(word.utf8) + [0] }
    let descriptors = spawn.descriptors.sorted { $0.key < $1.key }
    var request = LaunchRequest()
    request.version = UInt32(LAUNCH_VERSION)
    (request.arguments, request.variables) = (UInt32(1 + spawn.arguments.count), UInt32(variables.count))
    (request.descriptors, request.size) = (UInt32(descriptors.count), UInt32(words.count))
    guard descriptors.count <= LAUNCH_MOST_DESCRIPTORS else {
      return .refused("it gets more than \(LAUNCH_MOST_DESCRIPTORS) descriptors")
    }
    withUnsafeMutableBytes(of: &request.targets) { targets in
      for (index, descriptor) in descriptors.enumerated() {
        targets.storeBytes(of: descriptor.key, toByteOffset: index * 4, as: Int32.self)
      }
    }
    let failure = withExtendedLifetime(descriptors) {
      LaunchServerSend(line.number, &request, descriptors.map(\.value.number), words)
    }
    // Whoever refuses a request may end the connection while it is sent.
    guard let (reply, _) = try reply(on: line) else { return nil }
    if failure != 0 { throw SystemError(call: "send", code: failure) }
    return try answer(reply, on: line, executable)
  }

  /// The answer to a request, with the descriptors that it brings; nil if the connection has ended.
  func reply(on line: Descriptor) throws -> (LaunchReply, [Descriptor])? {
    guard try !Descriptor.poll([(line, .reading)], until: Deadline(in: answerLimit))[0].isEmpty else {
      throw LaunchServerProblem(reason: "its launch server does not answer")
    }
    var (reply, numbers) = (LaunchReply(), [Int32](repeating: -1, count: Int(LAUNCH_MOST_DESCRIPTORS) + 1))
    let count = LaunchMessageReceive(line.number, &reply, MemoryLayout<LaunchReply>.size, &numbers, 0)
    return count < 0 ? nil : (reply, numbers.prefix(Int(count)).map { Descriptor(owning: $0) })
  }

  private func answer(_ reply: LaunchReply, on line: Descriptor, _ executable: Descriptor) throws -> Answer {
    func failed(_ call: String) -> Answer { .failed(SystemError(call: call, code: reply.error)) }
    switch LaunchOutcome(UInt32(bitPattern: reply.outcome)) {
    case LaunchIsDone: break
    case LaunchCannotFork: return failed("fork")
    case LaunchCannotEnterFolder: return failed("start \(spawn.executable) in \(spawn.folder ?? "")")
    case LaunchCannotTakeDescriptors: return failed("dup2")
    case let outcome: return .refused(LaunchServerProblem(outcome: outcome).reason)
    }
    guard reply.process > 1 else { return .refused("its launch server names a process that is no app") }
    let process = try RunningProcess(reply.process, endToldOver: line)
    guard try isRunning(executable, in: reply.process) else {
      process.signal(.kill)
      return .refused("its launch server started another app")
    }
    return .started(process)
  }

  /// Whether a process is one of the executable.
  func isRunning(_ executable: Descriptor, in process: Int32) throws(SystemError) -> Bool {
    do {
      let found = try Descriptor.open("/proc/\(process)/exe", .reading).status()
      return try found.identity == executable.status().identity
    } catch {
      // One that ended at once has no executable any more. That of another user cannot be seen.
      guard error.isDenied else { return true }
      return false
    }
  }
}

/// Why an executable has no launch server.
struct LaunchServerProblem: Error, CustomStringConvertible {
  /// Nil if nobody expects it to have one.
  let reason: String?

  init(reason: String?) { self.reason = reason }

  init(outcome: LaunchOutcome) {
    switch outcome {
    case LaunchHasThreads:
      self.init(reason: "something in it starts a thread before main, which no fork takes along")
    case LaunchHasDescriptors:
      self.init(reason: "something in it opens a file before main, which no fork may share")
    case LaunchCannotTakeWords:
      self.init(reason: "the system lets no process name its arguments (PR_SET_MM_MAP)")
    case LaunchCannotCloseRange:
      self.init(reason: "the system closes no range of descriptors (close_range: Linux before 5.9)")
    case LaunchCannotRenewNumber:
      self.init(reason: "a library without symbols may remember the number of its thread")
    case LaunchHasUnfinishedWork:
      self.init(reason: "what its launch server does once for all apps would go on in each of them")
    case LaunchHasNoMemory: self.init(reason: "its launch server has no memory")
    default: self.init(reason: "its launch server gave up (\(outcome.rawValue))")
    }
  }

  var description: String { reason ?? "it has no launch server" }

  /// Why no server was started by a process that ended so, or that does not end.
  init(ofServerThat status: ExitStatus?) {
    // What runs before the server may end the process by itself, with any status.
    let outcomes = 1...Int32(LaunchHasUnfinishedWork.rawValue)
    switch status {
    case .exited(let code) where outcomes.contains(code - LAUNCH_STATUS_BASE):
      self.init(outcome: LaunchOutcome(UInt32(code - LAUNCH_STATUS_BASE)))
    case let status?: self.init(reason: "its launch server \(status)")
    case nil: self.init(reason: "its launch server does not start")
    }
  }
}
#endif
