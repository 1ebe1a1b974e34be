import Foundation
import TestSupport

/// A build that goes on for ever, in the place of SwiftPM, or another program that does.
struct EndlessBuild {
  private let note: String
  /// The folders for programs, with its own first.
  let path: String

  init(in shell: DriveShell, program: String = "swift") throws {
    note = shell.home.root + "/begun"
    path = try shell.makePackage(swift: #"echo '{"targets":[]}'"#)
    try ExecutableScript.write(
      "#!/bin/sh\necho $$ > '\(note).new'; mv '\(note).new' '\(note)'; exec sleep 1000\n",
      to: "\(shell.home.root)/bin/\(program)")
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
