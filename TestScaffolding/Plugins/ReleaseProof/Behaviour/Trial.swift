internal import Dispatch
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#endif

/// An app that runs on its own: its standard input stays open until the trial is over.
final class Trial {
  private let process = Process()
  private let input = Pipe()
  private let output: URL
  private let errors: URL
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the app, whose output goes to files below a folder.
  init(of executable: String, arguments: [String], home: PrivateHome, outputs: URL) throws {
    let name = UUID().uuidString
    output = outputs.appending(path: "output-\(name)")
    errors = outputs.appending(path: "errors-\(name)")
    for file in [output, errors] { try Data().write(to: file) }
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.environment = home.environment(from: ProcessInfo.processInfo.environment)
    process.currentDirectoryURL = home.folder
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.terminationHandler = { [ended] _ in ended.signal() }
    try process.run()
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var outputText: String { Self.text(output) }
  var errorText: String { Self.text(errors) }

  /// How the app ended: its exit code, or the signal.
  var ending: String {
    let code = process.terminationStatus
    return process.terminationReason == .exit ? "exit code \(code)" : "signal \(code)"
  }
  var exitCode: Int32? { process.terminationReason == .exit ? process.terminationStatus : nil }

  /// Returns whether the app ends by itself within some seconds; if not, it is killed.
  func waitForEnd(seconds: Double) -> Bool {
    if ended.wait(timeout: .now() + seconds) == .success { return true }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return false
  }

  /// Ends the standard input, which an app that reads lines takes for its end.
  func closeInput() { try? input.fileHandleForWriting.close() }

  private static func text(_ file: URL) -> String {
    (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
