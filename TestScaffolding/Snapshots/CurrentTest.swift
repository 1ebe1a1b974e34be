#if DEBUG
import Testing
import XCTest

/// The test that runs, of whichever framework.
package enum CurrentTest {
  /// Whether it is known to be one of XCTest.
  @TaskLocal package static var isOfXCTest = false

  /// Fails the test at a line of it, without ending it.
  package static func fail(_ reason: String, file: StaticString?, line: UInt?) {
    // A thread that a test has started knows neither framework; each ignores what is said outside of its own tests.
    if isOfXCTest || Test.current == nil {
      XCTFail(reason, file: file ?? "<unknown>", line: line ?? 0)
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
