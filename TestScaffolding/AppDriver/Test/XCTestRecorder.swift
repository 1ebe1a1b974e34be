#if DEBUG
import Foundation
import OperatingSystem
import Synchronization
import XCTest

/// Tells `cleanslate test` what becomes of each test of XCTest in this program, whatever the tests print: in the form of Swift
/// Testing's event stream, through the pipe `events` in the folder that `CLEANSLATE_RUN` names.
private final class XCTestRecorder: NSObject, XCTestObservation, Sendable {
  private struct Record: Encodable {
    struct Payload: Encodable {
      struct Instant: Encodable { let absolute: Double }
      struct Issue: Encodable {
        struct Location: Encodable {
          let filePath: String
          let line: Int
          var column = 1
        }
        var isFailure = true
        let sourceLocation: Location?
      }
      struct Message: Encodable {
        var symbol = "fail"
        let text: String
      }
      let kind: String
      let instant: Instant
      var testID: String?
      var issue: Issue?
      var messages: [Message]?
    }
    var kind = "event"
    var version = "6.3"
    let payload: Payload
  }

  private let pipe: Mutex<Descriptor>

  /// Nil where nobody reads, or the pipe belongs to a process that has started this one: the first one takes the name away.
  init?(_ path: String) {
    do {
      pipe = Mutex(try Descriptor.open(path, .writing))
      try Descriptor.unlink(atPath: path)
    } catch {
      if !error.isNotFound { Self.endProgram(because: error) }
      return nil
    }
  }

  func testBundleWillStart(_ testBundle: Bundle) { record("runStarted") }
  func testBundleDidFinish(_ testBundle: Bundle) { record("runEnded") }
  func testCaseWillStart(_ testCase: XCTestCase) { record("testStarted", testCase) }

  func testCase(
    _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
    atLine lineNumber: Int
  ) {
    let place = filePath.flatMap { file in
      file.hasPrefix("/") && lineNumber > 0
        ? Record.Payload.Issue.Location(filePath: file, line: lineNumber) : nil
    }
    record("issueRecorded", testCase, Record.Payload.Issue(sourceLocation: place), description)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    if testCase.testRun?.hasBeenSkipped == true { record("testSkipped", testCase) }
    record("testEnded", testCase)
  }

  private func record(
    _ kind: String, _ test: XCTestCase? = nil, _ issue: Record.Payload.Issue? = nil, _ text: String? = nil
  ) {
    let method = test?.name.split(separator: ".").last ?? ""
    let record = Record(
      payload: .init(
        kind: kind, instant: .init(absolute: ProcessInfo.processInfo.systemUptime),
        testID: test.map { "\(String(reflecting: type(of: $0)))/\(method)" }, issue: issue,
        messages: text.map { [.init(text: $0)] }))
    do {
      let line = Array(try JSONEncoder().encode(record)) + [UInt8(ascii: "\n")]
      try pipe.withLock { try $0.writeAll(line) }
    } catch {
      Self.endProgram(because: error)
    }
  }

  /// Nobody would know of a failure that is not recorded.
  private static func endProgram(because error: any Error) -> Never {
    let text = "The outcome of the tests cannot be recorded in the folder of CLEANSLATE_RUN: \(error)\n"
    FileHandle.standardError.write(Data(text.utf8))
    exit(EX_IOERR)
  }
}

/// Runs when the program is loaded, so that tests need not know of it.
@used @section(".init_array")
private let register: @convention(c) () -> Void = {
  if let folder = ProcessInfo.processInfo.environment["CLEANSLATE_RUN"], !folder.isEmpty,
    let recorder = XCTestRecorder(folder + "/events")
  {
    XCTestObservationCenter.shared.addTestObserver(recorder)
  }
}
#endif
