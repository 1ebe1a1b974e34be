internal import Foundation
internal import Glibc

/// An app that runs on its own: its standard input stays open until it is closed.
final class Trial {
  /// How an app ended.
  enum Ending: Equatable, CustomStringConvertible {
    case exit(Int32)
    case signal(Int32)

    var description: String {
      switch self {
      case .exit(let code): "exit code \(code)"
      case .signal(let number): "signal \(number)"
      }
    }
  }

  let identifier: pid_t
  private let outputs: AppOutputs
  private let input = Pipe()
  private var ending: Ending?

  /// Starts the app, whose output goes to files below a folder.
  init(of executable: String, arguments: [String], home: PrivateHome, outputs folder: URL) throws {
    outputs = try AppOutputs(below: folder)
    identifier = try AppSpawn.start(
      executable, arguments: arguments,
      environment: home.environment(from: ProcessInfo.processInfo.environment), folder: home.folder.path,
      descriptors: [
        input.fileHandleForReading.fileDescriptor, outputs.output.fileDescriptor,
        outputs.errors.fileDescriptor,
      ])
  }

  deinit {
    closeInput()
    if currentEnding == nil { stop() }
  }

  var outputText: String { outputs.outputText }
  var errorText: String { outputs.errorText }

  /// How the app ended, or nothing while it runs.
  var currentEnding: Ending? {
    if ending == nil { ending = collect(WNOHANG) }
    return ending
  }

  /// Returns how the app ends by itself within some seconds; otherwise it is killed, and nothing returned.
  func waitForEnd(seconds: Double) -> Ending? {
    if let ending = currentEnding { return ending }
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [identifier] in
      var information = siginfo_t()
      // Whoever waits collects the status, until when the number remains the app's own.
      while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      hasEnded.signal()
    }
    guard hasEnded.wait(timeout: .now() + seconds) == .success else {
      stop()
      return nil
    }
    return currentEnding
  }

  /// Ends the standard input, which an app that reads lines takes for its end.
  func closeInput() { try? input.fileHandleForWriting.close() }

  private func stop() {
    kill(-identifier, SIGKILL)
    ending = collect(0)
  }

  private func collect(_ options: Int32) -> Ending? {
    var status: Int32 = 0
    guard waitpid(identifier, &status, options) == identifier else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
  }
}

/// A call of the operating system that failed.
struct SystemError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  var description: String { "\(call) failed: \(String(cString: strerror(code)))." }
}
