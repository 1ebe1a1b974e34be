#if DEBUG
import Foundation
package import OperatingSystem
import Processes
import Records

/// Where to find an app, where to keep its files, and how long each step may take.
package struct AppSettings: Sendable {
  /// The folder of the executables.
  package var executableFolder = ThisProcess.folder
  /// The folder in which the app's private folder is created.
  package var temporaryFolder: String
  /// The folder for the named states of all apps; nil for the usual one below `temporaryFolder`.
  package var statesFolder: String?
  /// The environment of this process; the app inherits only a few variables of it.
  package var environment: [String: String]
  /// How long the app may take to be drawn.
  package var launchTimeout: Duration = .seconds(30)
  /// How long a request may take; an app that has not answered by then hangs, and is ended.
  package var requestTimeout: Duration = .seconds(30)
  /// How long the app may take to quit when asked; then again, to end after SIGTERM.
  package var quitTimeout: Duration = .seconds(3)
  /// How long an app that hangs may take to write where.
  package var backtraceTime: Duration = .seconds(10)
  /// How many bytes of the app's output to keep.
  package var logCapacity = 65_536
  /// The process that serves the socket, if it is not the app's own; only stand-ins for apps need this.
  package var servingProcess: Int32?

  /// Becomes readable when nobody waits for what the app is asked for any more.
  package var cancellation: Descriptor?

  /// The run to whose other test processes an app is left.
  package var parallelRun: ParallelRun?

  package init() {
    environment = ProcessInfo.processInfo.environment
    temporaryFolder = TemporaryFiles.folder(in: environment)
    parallelRun = ParallelRun(
      words: CommandLine.arguments, environment: environment, startedBy: ThisProcess.parent)
  }

  /// Returns the path of the executable: looks a name up in the folder, and takes an absolute path as it is.
  func executable(of app: String) throws(AppError) -> String {
    let path = app.hasPrefix("/") ? app : "\(executableFolder)/\(app)"
    guard Self.isExecutable(path) else {
      let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
      throw .executableMissing(app: Self.executableName(of: app), folder: folder)
    }
    return path
  }

  package static func isExecutable(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.isExecutableFile(atPath: path)
      && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  /// The name that the app reports of itself.
  static func executableName(of app: String) -> String {
    String(app.split(separator: "/").last ?? Substring(app))
  }
}

extension [String: String] {
  /// Whether the variable is 1. It may also be 0, or nothing.
  func isOn(_ variable: String) throws(RecordError) -> Bool {
    switch self[variable] ?? "" {
    case "1": return true
    case "", "0": return false
    case let word:
      throw RecordError(description: "\(variable)=\(word) is not known. Expected 1, 0; without it, 0.")
    }
  }
}

/// A run of `swift test --parallel`. It starts a process for each test of XCTest, so an app that shall serve several tests
/// has to go from one test process to the next.
package struct ParallelRun: Sendable {
  /// What starts the test processes; apps that none of them has end with it.
  let process: Int32

  init(process: Int32) { self.process = process }

  /// The run for which a process was started with these words; nil if apps have to end with the process.
  init?(words: [String], environment: [String: String], startedBy parent: Int32) {
    // For all other runs SwiftPM names no test, or several; or one, if it is the only one that was chosen.
    guard words.count == 2, words[1].count(where: { $0 == "/" }) == 1, !words[1].contains(",") else {
      return nil
    }
    // An app counts its coverage when it ends, which has to be before the run is over.
    guard environment["LLVM_PROFILE_FILE"] == nil, environment[AppStart.spawnVariable] != "1" else {
      return nil
    }
    self.init(process: parent)
  }
}
#endif
