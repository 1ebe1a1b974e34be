import Foundation

/// A folder that is gone after the test.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "verify-release-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String, isExecutable: Bool = false) throws -> String {
    let file = url.appending(path: name)
    try Data(text.utf8).write(to: file)
    let permissions = isExecutable ? 0o755 : 0o644
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    return file.path
  }
}
