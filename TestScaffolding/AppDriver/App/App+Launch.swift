#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import Synchronization

extension App {
  /// Starts the app on a clean slate, and returns when it is drawn; a process that runs is ended first.
  public func launch() throws {
    try lifecycle.withLock { _ in try restart(keepData: false, reason: nil) }
  }

  /// Ends the app and removes all that it kept.
  public func terminate() {
    lifecycle.withLock { _ in
      stop()
      removeSandbox()
    }
  }

  /// Ends the app's process and starts another one.
  ///
  /// - Parameters:
  ///   - reason: Why, for the log and for ``relaunchReason``.
  ///   - keepData: Whether the new process finds what the old one kept.
  public func relaunch(reason: String, keepData: Bool = false) throws {
    try lifecycle.withLock { _ in try restart(keepData: keepData, reason: reason) }
  }

  func restart(keepData: Bool, reason: String?) throws {
    activities?.add("Open \(executableName)")
    activities?.add("Launch \(executableName)", depth: 1)
    stop()
    if !keepData { removeSandbox() }
    do {
      try start(reason: reason)
      activities?.add(showing: screen)
    } catch {
      if !keepData { removeSandbox() }
      throw error
    }
  }

  private func start(reason: String?) throws {
    let executable = try ExecutableLocator.path(of: name, in: settings.executableFolder)
    let (arguments, extra) = contents.withLock { ($0.launchArguments, $0.launchEnvironment) }
    let sandbox: Sandbox
    let process: AppProcess
    do {
      sandbox = try contents.withLock(\.sandbox) ?? Sandbox(in: settings.temporaryFolder)
      contents.withLock { $0.sandbox = sandbox }
      try sandbox.removeSocket()
      let options = [
        ControlOption.socket.name, sandbox.socketPath, ControlOption.headless.name,
        ControlOption.readyDescriptor.name, "\(AppProcess.Inherited.ready)",
        ControlOption.lifelineDescriptor.name, "\(AppProcess.Inherited.lifeline)",
      ]
      process = try AppProcess(
        executable, arguments: options + arguments,
        environment: sandbox.environment(inheriting: settings.environment, adding: extra),
        folder: sandbox.home, logCapacity: settings.logCapacity)
    } catch let error as SystemError {
      throw AppError.startFailed(app: executableName, problem: "\(error)")
    }
    if let reason { process.output.note("relaunched: \(reason)") }
    do {
      activities?.add("Wait for \(executableName) to idle", depth: 2)
      let client = ControlClient(path: sandbox.socketPath, server: settings.servingProcess ?? process.pid)
      let (greeting, status) = try meet(process, client: client, socket: sandbox.socketPath)
      contents.withLock { contents in
        contents.running = Running(
          process: process, client: client, environment: extra, handshake: greeting,
          configuration: Configuration(arguments: arguments, environment: extra))
        contents.era = Era(launch: contents.era.launch + 1, generation: status.generation)
        contents.screen = status.screen
        contents.relaunchReason = reason
        contents.receipt = nil
      }
    } catch {
      process.end(termination: .zero)
      endStrays(process.output)
      contents.withLock { $0.log = process.output.text }
      throw error
    }
  }

  /// Waits until the app is drawn, and makes sure that who answers is the process that was started.
  private func meet(
    _ process: AppProcess, client: ControlClient, socket: String
  ) throws -> (Handshake, StatusReply) {
    let deadline = Deadline(in: settings.launchTimeout)
    func distrust(_ problem: String) -> AppError {
      process.end(termination: .zero)
      return .wrongHandshake(app: executableName, problem: problem, log: process.output.text)
    }
    let greeting: Handshake
    do {
      greeting = try process.readHandshake(until: deadline)
    } catch AppProcess.HandshakeProblem.ended(let status) {
      throw AppError.ended(
        app: executableName, status, doing: "before it was ready", log: process.output.text)
    } catch AppProcess.HandshakeProblem.timeout {
      process.end(termination: .zero)
      throw AppError.notReady(app: executableName, after: settings.launchTimeout, log: process.output.text)
    } catch AppProcess.HandshakeProblem.malformed(let problem) {
      throw distrust("its handshake cannot be read: \(problem)")
    } catch let error as OtherVersionError {
      throw distrust("its handshake says \(error)")
    }
    if let difference = difference(app: greeting.app, pid: greeting.pid, from: process) {
      throw distrust("its handshake says \(difference)")
    }
    guard greeting.socket == socket else {
      throw distrust("it serves \(greeting.socket ?? "no socket") instead of \(socket)")
    }
    let status: StatusReply
    do {
      let response = try client.send("GET", ControlRoute.status.path, within: deadline.remaining)
      status = try decode(response, from: .status) { try StatusReply.decoded(from: $0) }
    } catch let error as TransportError {
      throw distrust("\(error)")
    } catch let error as OtherVersionError {
      throw distrust("its status says \(error)")
    }
    if let difference = difference(app: status.app, pid: status.pid, from: process) {
      throw distrust("its status says \(difference)")
    }
    guard status.token == greeting.token else {
      throw distrust("its status has another token than its handshake")
    }
    return (greeting, status)
  }

  private func difference(app: String, pid: Int32, from process: AppProcess) -> String? {
    if app != executableName { return "that it is \"\(app)\", not \"\(executableName)\"" }
    return pid == process.pid ? nil : "process \(pid); \(process.pid) was started"
  }

  /// Ends the process: asks it to quit, then insists.
  private func stop() {
    contents.withLock { $0.relaunchReason = nil }
    guard let running = contents.withLock({ $0.running.take() }) else { return }
    let output = running.process.output
    if running.process.isRunning {
      activities?.add("Terminate \(executableName):\(running.process.pid)", depth: 2)
      _ = try? running.client.send("POST", ControlRoute.quit.path, within: settings.quitTimeout)
      if running.process.waitForExit(until: Deadline(in: settings.quitTimeout)) == nil {
        let status = running.process.end(termination: settings.quitTimeout)
        output.note(
          "\(executableName) did not quit within \(settings.quitTimeout) and was ended; it "
            + "\(status?.description ?? "still runs")")
      }
    }
    running.process.end(termination: settings.quitTimeout)
    endStrays(output)
    contents.withLock { $0.log = output.text }
  }

  /// Ends what the app's process left behind outside of its group.
  private func endStrays(_ output: OutputLog) {
    guard let sandbox = contents.withLock(\.sandbox) else { return }
    for stray in Strays.end(of: sandbox.path) {
      output.note("\(executableName) left process \(stray) behind, which has been ended")
    }
  }

  private func removeSandbox() {
    guard let sandbox = contents.withLock({ $0.sandbox.take() }) else { return }
    do {
      try sandbox.remove()
    } catch {
      contents.withLock { $0.log += "[AppDriver] \(sandbox.path) could not be removed: \(error)\n" }
    }
  }
}
#endif
