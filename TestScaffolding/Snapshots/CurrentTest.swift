#if DEBUG
import Synchronization
import Testing
import XCTest

/// The test that runs, of whichever framework.
package enum CurrentTest {
  private final class XCTestRun: Sendable {
    let isOver = Atomic(false)
  }

  @TaskLocal private static var run: XCTestRun?

  /// Whether it is known to be one of XCTest, and has not ended.
  package static var isOfXCTest: Bool { run?.isOver.load(ordering: .acquiring) == false }

  /// Whether what runs here was begun by a test of XCTest that has ended.
  package static var hasEnded: Bool { run?.isOver.load(ordering: .acquiring) == true }

  /// Runs a test of XCTest.
  package static func running(_ test: () -> Void) {
    let run = XCTestRun()
    $run.withValue(run, operation: test)
    run.isOver.store(true, ordering: .releasing)
  }

  /// Stands for the file of a line that is not known.
  package static let unknownFile: StaticString = "<unknown>"

  /// Whether it is known here. A thread that a test has started knows none.
  package static var isKnown: Bool { isOfXCTest || Test.current != nil }

  /// Fails the test at a line of it, without ending it.
  package static func fail(_ reason: String, file: StaticString?, line: UInt?) {
    // Each framework ignores what is said outside of its own tests.
    if isOfXCTest || !isKnown {
      XCTFail(reason, file: file ?? unknownFile, line: line ?? 0)
    }
    guard !isOfXCTest else { return }
    var location = Test.current?.sourceLocation ?? #_sourceLocation
    if let file, let line {
      let path = "\(file)"
      let fileID = path.split(separator: "/").suffix(2).joined(separator: "/")
      location = SourceLocation(fileID: fileID, filePath: path, line: Int(line), column: 1)
    }
    Issue.record("\(reason)", sourceLocation: location)
  }
}
#endif
