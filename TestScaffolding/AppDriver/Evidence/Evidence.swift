#if DEBUG
import ControlProtocol
import ElementTree
import Foundation
import Synchronization
import TerminalUI

/// The files that are kept of a failed test, outside of the app's own folders.
package struct Evidence: Sendable {
  /// The folder of all results: `CLEANSLATE_RESULTS`, or `TestResults` below the current directory.
  package static func resultsFolder(environment: [String: String], currentFolder: String) -> String {
    if let chosen = environment["CLEANSLATE_RESULTS"], !chosen.isEmpty { return chosen }
    return currentFolder + "/TestResults"
  }

  static var resultsFolder: String {
    resultsFolder(
      environment: ProcessInfo.processInfo.environment,
      currentFolder: FileManager.default.currentDirectoryPath)
  }

  private var files: [String: String]

  /// Collects what the app shows and has written, as far as it still answers.
  package init(of app: App, failure: String) {
    files = ["failure.txt": failure + "\n", "log.txt": app.log, "steps.txt": app.activities.steps]
    do {
      let tree = try Self.tree(of: app)
      let screen = PaintedScreen(tree, title: app.executableName)
      files["tree.txt"] = tree.treeDescription + "\n"
      files["screen.txt"] = screen.text
      files["screen.svg"] = ScreenPicture(screen: screen).svg
    } catch {
      files["tree.txt"] = "The app shows nothing: \(error)\n"
    }
    if let receipt = app.lastReceipt {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      if let json = try? encoder.encode(receipt) {
        files["receipt.json"] = String(decoding: json, as: UTF8.self) + "\n"
      }
    }
  }

  /// What the app shows; once it has ended because its last reset was not clean, what it showed before that.
  private static func tree(of app: App) throws -> Element {
    if app.running == nil, let before = app.lastReceipt?.treeBefore { return try before.element() }
    return try app.tree()
  }

  /// Where to keep the evidence of a test; different for every test, and for cases that run at the same time.
  package struct Place: Sendable {
    var module: String
    var suite: String
    var test: String
    /// Distinguishes cases of the same test that run at the same time.
    var number: Int32?

    var path: String {
      let test = Evidence.fileName(test) + (number.map { " \($0)" } ?? "")
      return [Evidence.fileName(module), Evidence.fileName(suite), test].joined(separator: "/")
    }
  }

  /// Writes the files into `module/suite/test` below the folder, and returns a line that says where they are.
  package func save(in results: String, at place: Place) -> String {
    do {
      return "Evidence: \(try write(to: URL(filePath: results).appending(path: place.path)))"
    } catch {
      return "The evidence could not be saved: \(error)"
    }
  }

  private func write(to folder: URL) throws -> String {
    // Files of an earlier run would be mistaken for those of this run.
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return folder.path
  }

  /// Returns a name that is a valid path component on every system.
  fileprivate static func fileName(_ name: String) -> String {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_ ".contains($0)) ? $0 : "_" }
    return String(safe.prefix(120))
  }
}

/// Keeps evidence of a test's first failure, while the app still shows it.
final class FirstFailure: Sendable {
  private let failed = Mutex(false)
  private let app: App
  private let results: String
  private let place: Evidence.Place

  init(of app: App, in results: String, at place: Evidence.Place) {
    self.app = app
    self.results = results
    self.place = place
  }

  var hasFailed: Bool { failed.withLock(\.self) }

  /// Saves the evidence of the first failure and returns where it is. Returns nothing for later failures.
  func record(_ description: String) -> String? {
    let isFirst = failed.withLock { failed in
      defer { failed = true }
      return !failed
    }
    return isFirst ? Evidence(of: app, failure: description).save(in: results, at: place) : nil
  }
}
#endif
