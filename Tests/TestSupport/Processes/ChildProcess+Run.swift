import Glibc
package import Processes

extension ChildProcess {
  /// A process that has ended: how, and all it wrote.
  package struct Outcome: Sendable, Equatable {
    package let status: ExitStatus
    package let standardOutput: CapturedOutput
    package let standardError: CapturedOutput
  }

  /// Runs an executable to its end with the given standard input; kills it when it takes too long.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String],
    workingDirectory: String? = nil, standardInput: String = "", timeout: Duration = .patience,
    outputLimit: Int = defaultOutputLimit, file: String = #fileID, line: UInt = #line
  ) async throws -> Outcome {
    let process = try ChildProcess(
      executable, arguments, environment: environment, workingDirectory: workingDirectory,
      outputLimit: outputLimit)
    process.send(standardInput)
    process.closeInput()
    do {
      let status = try await process.waitForExit(timeout: timeout, file: file, line: line)
      return Outcome(
        status: status, standardOutput: process.standardOutput, standardError: process.standardError)
    } catch {
      process.terminate(SIGKILL)
      try await process.waitForExit(file: file, line: line)
      throw error
    }
  }
}
