import Foundation
import TestSupport

/// A folder that is gone after the test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "verify-release-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String, isExecutable: Bool = false) throws -> String {
    let file = url.appending(path: name)
    if isExecutable {
      try ExecutableScript.write(text, to: file.path)
    } else {
      try Data(text.utf8).write(to: file)
    }
    return file.path
  }
}
