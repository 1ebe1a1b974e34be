import Glibc
import OperatingSystem
package import Processes

/// A real process that a test started: it is killed, with all it started itself, when the test forgets it.
package final class ChildProcess: Sendable {
  struct State: ProcessState {
    var standardOutput: CapturedOutput
    var standardError: CapturedOutput
    var exitStatus: ExitStatus?
  }

  package static let defaultOutputLimit = 64 << 20

  private let executable: String
  private let process: RunningProcess
  private let pump: Pump
  private let state: Monitor<State>

  /// Starts an executable, named by its path, in a process group of its own.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String],
    workingDirectory: String? = nil, outputLimit: Int = defaultOutputLimit
  ) throws {
    let (input, output, errors) = (try Descriptor.pipe(), try Descriptor.pipe(), try Descriptor.pipe())
    let empty = CapturedOutput(limit: outputLimit)
    let state = Monitor(State(standardOutput: empty, standardError: empty))
    let pump = try Pump(
      from: [
        .init(descriptor: output.reading) { bytes in state.update { $0.standardOutput.append(bytes) } },
        .init(descriptor: errors.reading) { bytes in state.update { $0.standardError.append(bytes) } },
      ], into: input.writing)
    process = try Spawn(
      executable, arguments, environment: environment, folder: workingDirectory,
      descriptors: [0: input.reading, 1: output.writing, 2: errors.writing]
    ).start()
    pump.start()
    process.whenEnded { status in pump.finish { state.update { $0.exitStatus = status } } }
    self.executable = executable
    self.pump = pump
    self.state = state
  }

  deinit {
    process.signal(.kill)
    _ = state.wait(atMost: .seconds(10)) { $0.exitStatus }
  }

  package var processID: Int32 { process.identifier }

  package var standardOutput: CapturedOutput { state.current.standardOutput }

  package var standardError: CapturedOutput { state.current.standardError }

  /// Says how the process ended; nil while it runs or while there is output of it left to read.
  package var exitStatus: ExitStatus? { state.current.exitStatus }

  /// Writes to the standard input, without waiting for the process to read it.
  package func send(_ text: String) { pump.send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) { pump.send(bytes) }

  /// Ends the standard input after what was sent.
  package func closeInput() { pump.closeInput() }

  /// Sends a signal to the process and to the group of processes it leads.
  package func terminate(_ signal: Int32 = SIGTERM) { process.signal(Signal(signal)) }

  /// Waits until the process has ended and its output is complete.
  @discardableResult
  package func waitForExit(
    timeout: Duration = .patience, file: String = #fileID, line: UInt = #line
  ) async throws -> ExitStatus {
    if let status = await state.first(within: timeout, where: { $0.exitStatus }) { return status }
    throw failure(.timedOut(after: timeout), "its end", .init(file, line))
  }

  /// Waits until the standard output so far satisfies the condition.
  package func waitForOutput(
    onError: Bool = false, timeout: Duration = .patience, file: String = #fileID, line: UInt = #line,
    _ condition: @escaping @Sendable (String) -> Bool
  ) async throws {
    let reason = await state.obstacle(within: timeout) {
      condition((onError ? $0.standardError : $0.standardOutput).text)
    }
    guard let reason else { return }
    throw failure(reason, "the expected output", .init(file, line))
  }

  private func failure(
    _ reason: WaitError.Reason, _ expectation: String, _ place: WaitError.Place
  ) -> WaitError {
    let evidence = """
      Process \(processID), \(executable)
      standard output: \(standardOutput.text.suffix(4000))
      standard error: \(standardError.text.suffix(4000))
      """
    return WaitError(reason: reason, expectation: expectation, evidence: evidence, place: place)
  }
}
