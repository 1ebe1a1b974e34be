import Foundation
import TestSupport

/// A build that goes on for ever, in the place of SwiftPM.
struct EndlessBuild {
  private let note: String
  /// The folders for programs, with its own first.
  let path: String

  init(in shell: DriveShell) throws {
    note = shell.home.root + "/begun"
    path = try shell.makePackage(
      swift: "echo $$ > '\(note).new'; mv '\(note).new' '\(note)'; exec sleep 1000")
  }

  func waitUntilBegun() async -> Bool {
    await Waiting.until { FileManager.default.fileExists(atPath: note) }
  }

  var isRunning: Bool {
    get throws {
      let process = try String(contentsOfFile: note, encoding: .utf8).trimmingCharacters(in: .newlines)
      return FileManager.default.fileExists(atPath: "/proc/\(process)")
    }
  }
}
