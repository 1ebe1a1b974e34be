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
    if ending(within: .zero) == nil { stop() }
  }

  var identifier: Int32 { process.identifier }
  var outputText: String { outputs.outputText }
  var errorText: String { outputs.errorText }

  /// Returns how the app ends within some time, or nothing when it still runs then.
  func ending(within patience: Duration) -> ExitStatus? { process.waitForExit(until: Deadline(in: patience)) }

  /// Returns how the app ends by itself within some time; otherwise it is killed, and nothing returned.
  func lastEnding(within patience: Duration) -> ExitStatus? {
    let ending = ending(within: patience)
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
