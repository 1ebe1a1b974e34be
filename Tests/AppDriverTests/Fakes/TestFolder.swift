#if DEBUG
@testable import AppDriver
import Foundation

/// A private folder that goes away with this object.
final class TestFolder: Sendable {
  let path: String

  init() throws { path = try FileTree.makePrivateFolder(in: "/tmp") }

  deinit { try? FileTree.remove(path) }

  func write(_ text: String, to name: String, executable: Bool = false) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    if executable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
    }
  }

  func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  /// Every file and folder inside, sorted.
  var contents: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}
#endif
