import Foundation
import OperatingSystem
import TestSupport

@testable import CleanSlateCommand

/// A folder in which somebody draws galleries, in this process.
final class GalleryShell {
  let home: TemporaryHome
  private let package: String?

  /// - Parameter package: The folder in which the command is called, if that is to be a package.
  init(_ home: TemporaryHome? = nil, package: String? = nil) throws {
    (self.home, self.package) = (try home ?? TemporaryHome(), package)
  }

  var results: String { home.root + "/results" }
  var page: String { results + "/gallery.html" }

  struct Outcome {
    var status: Int32 = 0
    var text = ""
    var complaints = ""
    /// What a terminal has shown.
    var drawn = ""
  }

  /// - Parameter interruptAt: What is said when Ctrl-C is pressed.
  func draw(_ words: String..., interruptAt: String? = nil) throws -> Outcome {
    try draw(words, interruptAt: interruptAt)
  }

  func draw(_ words: [String], interruptAt: String? = nil) throws -> Outcome {
    var outcome = Outcome()
    let (reading, writing) = try Descriptor.pipe()
    let surroundings = Surroundings(
      folder: package ?? home.root,
      environment: ProcessInfo.processInfo.environment.merging(
        ["CLEANSLATE_RESULTS": results, "TERM": "xterm", "CI": ""]) { $1 },
      write: { text in
        outcome.drawn += text
        if !text.hasPrefix("\r") { outcome.text += text }
        if let interruptAt, text.contains(interruptAt) { _ = try? writing.writeNow([0]) }
      },
      complain: { text in
        outcome.complaints += text
        if let interruptAt, text.contains(interruptAt) { _ = try? writing.writeNow([0]) }
      }, columns: { interruptAt.map { _ in 100 } },
      watchForInterruption: { reading })
    outcome.status = Command(in: surroundings).run(["gallery"] + words)
    return outcome
  }

  /// What is on the page.
  func gallery(_ path: String? = nil) throws -> GalleryPage {
    try GalleryPage(at: path ?? page, named: "")
  }

  /// Puts another text in the page's data.
  func change(_ old: String, to new: String, in path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing(old, with: new).utf8).write(to: URL(filePath: path))
  }
}
