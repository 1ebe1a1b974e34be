#if DEBUG
import Testing
import XCTest

/// The test that runs, of whichever framework.
enum CurrentTest {
  /// Whether it is known to be one of XCTest.
  @TaskLocal static var isOfXCTest = false

  /// Fails the test at a line of it, without ending it.
  static func fail(_ reason: String, at place: CallPlace?) {
    // A thread that a test has started knows neither framework; each ignores what is said outside of its own tests.
    if isOfXCTest || Test.current == nil {
      XCTFail(reason, file: place?.file ?? "<unknown>", line: place?.line ?? 0)
    }
    guard !isOfXCTest else { return }
    let location = place.map { place in
      let path = "\(place.file)"
      let file = path.split(separator: "/").suffix(2).joined(separator: "/")
      return SourceLocation(fileID: file, filePath: path, line: Int(place.line), column: 1)
    }
    Issue.record("\(reason)", sourceLocation: location ?? Test.current?.sourceLocation ?? #_sourceLocation)
  }
}
#endif
