internal import Foundation
import OperatingSystem
import Processes

/// An app that runs on its own: its standard input stays open until it is closed.
final class Trial {
  private let process: RunningProcess
  private let outputs: AppOutputs
  private let input = Pipe()

  /// Starts the app, whose output goes to files below a folder.
  init(of executable: String, arguments: [String], home: PrivateHome, outputs folder: URL) throws {
    outputs = try AppOutputs(below: folder)
    // Foundation's `Process` leaves a socket of its own open in the child, which would be taken for the app's.
    process = try Spawn(
      executable, arguments, environment: home.environment(from: ProcessInfo.processInfo.environment),
      folder: home.folder.path,
      descriptors: [
        0: Descriptor(borrowing: input.fileHandleForReading.fileDescriptor),
        1: Descriptor(borrowing: outputs.output.fileDescriptor),
        2: Descriptor(borrowing: outputs.errors.fileDescriptor),
      ]
    ).start()
  }

  deinit {
    closeInput()
    if currentEnding == nil { stop() }
  }

  var identifier: Int32 { process.identifier }
  var outputText: String { outputs.outputText }
  var errorText: String { outputs.errorText }

  /// How the app ended, or nothing while it runs.
  var currentEnding: ExitStatus? { process.waitForExit(until: Deadline(in: .zero)) }

  /// Returns how the app ends by itself within some seconds; otherwise it is killed, and nothing returned.
  func waitForEnd(seconds: Double) -> ExitStatus? {
    let ending = process.waitForExit(until: Deadline(in: .seconds(seconds)))
    if ending == nil { stop() }
    return ending
  }

  /// Ends the standard input, which an app that reads lines takes for its end.
  func closeInput() { try? input.fileHandleForWriting.close() }

  private func stop() {
    process.signal(.kill)
    _ = process.waitForExit(until: nil)
  }
}
