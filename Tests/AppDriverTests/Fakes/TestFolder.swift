import Foundation
import OperatingSystem
import Processes
import TestSupport

@testable import AppDriver

/// A private folder that goes away with this object.
final class TestFolder: Sendable {
  let path: String
  private let watcher: Watcher

  init() throws {
    path = try Descriptor.makePrivateFolder(in: "/tmp")
    watcher = try Watcher(over: path)
  }

  deinit {
    try? FileTree.remove(path)
    watcher.dismiss()
  }

  func write(_ text: String, to name: String, executable: Bool = false) throws {
    if executable {
      try ExecutableScript.write(text, to: "\(path)/\(name)")
    } else {
      try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
    }
  }

  func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

  /// Every file and folder inside, sorted.
  var contents: [String] { (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? [] }
}
