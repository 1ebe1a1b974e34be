#if DEBUG
import ElementTree
import Foundation

/// What is kept of a failed test, outside the app's own folders.
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

  /// Collects what the app shows and says, as far as it still answers.
  package init(of app: App, failure: String) {
    files = ["failure.txt": failure + "\n", "log.txt": app.log]
    do {
      let tree = try app.tree()
      let screen = ScreenText(tree)
      files["tree.txt"] = tree.treeDescription + "\n"
      files["screen.txt"] = screen.text
      files["screen.svg"] = ScreenDrawing(screen, title: app.executableName).svg
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

  /// Writes the files into `suite/test` below the folder, and returns a line that says where they are.
  package func save(in results: String, suite: String, test: String) -> String {
    do {
      return "Evidence: \(try write(in: results, suite: suite, test: test))"
    } catch {
      return "The evidence could not be saved: \(error)"
    }
  }

  private func write(in results: String, suite: String, test: String) throws -> String {
    let folder = URL(filePath: results).appending(path: Self.fileName(suite)).appending(
      path: Self.fileName(test))
    // What an earlier run left would be taken for this one's.
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    return folder.path
  }

  /// A name that is one component of a path on every system.
  private static func fileName(_ name: String) -> String {
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_ ".contains($0)) ? $0 : "_" }
    return String(safe.prefix(120))
  }
}
#endif
