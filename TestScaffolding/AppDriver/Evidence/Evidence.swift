#if DEBUG
import ControlProtocol
import ElementTree
import Foundation
import Records
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

  /// What test frameworks take along, in the order in which it is to be read.
  var attachments: [(name: String, text: String)] {
    ["screen.txt", "screen.svg", "steps.txt", "receipt.json"].compactMap { name in
      files[name].map { (name, $0) }
    }
  }

  /// Collects what the app shows and has written, as far as it still answers.
  package init(of app: App, failure: String) {
    files = ["failure.txt": failure + "\n", "log.txt": app.log, "steps.txt": app.recorder.current.lines]
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
    return try app.look().tree
  }

  /// Where to keep the evidence of a test; different for every test, and for cases that run at the same time.
  package struct Place: Sendable {
    var module: String
    var suite: String
    var test: String
    /// Distinguishes the cases of a test.
    var number: String?
    /// Distinguishes the apps of a test that has several.
    var role: String?

    var path: String {
      let test =
        Evidence.fileName(test) + (number.map { " \($0)" } ?? "")
        + (role.map { " \(Evidence.fileName($0))" } ?? "")
      return [Evidence.fileName(module), Evidence.fileName(suite), test].joined(separator: "/")
    }
  }

  /// Writes the files into `module/suite/test` below the folder, and returns a line that says where they are.
  package func save(in results: String, at place: Place) -> String {
    do {
      return "Evidence: \(try write(to: URL(filePath: results).appending(path: place.path)))"
    } catch {
      return "The evidence could not be saved: \(error.systemReason)"
    }
  }

  /// Puts a folder with the files in the place of the one that an earlier run has left, or one at the same time.
  private func write(to folder: URL) throws -> String {
    let manager = FileManager.default
    let parent = folder.deletingLastPathComponent()
    try manager.createDirectory(at: parent, withIntermediateDirectories: true)
    let new = parent.appending(path: ".\(UUID().uuidString)")
    try manager.createDirectory(at: new, withIntermediateDirectories: false)
    defer { try? manager.removeItem(at: new) }
    for (name, text) in files { try Data(text.utf8).write(to: new.appending(path: name)) }
    for attempt in 1... {
      try? manager.removeItem(at: folder)
      do {
        try manager.moveItem(at: new, to: folder)
        break
      } catch {
        if attempt == 5 { throw error }
      }
    }
    return folder.path
  }

  /// Returns a name that is a valid path component on every system.
  fileprivate static func fileName(_ name: String) -> String {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_ ".contains($0)) ? $0 : "_" }
    return String(safe.prefix(120))
  }
}

#endif
