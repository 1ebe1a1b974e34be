#if DEBUG
import Foundation
import OperatingSystem
import Synchronization
import XCTest

/// Tells `cleanslate test` what becomes of each test of XCTest in this program, whatever the tests print: in the form of Swift
/// Testing's event stream, through the pipe `events` in the folder that `CLEANSLATE_RUN` names.
private final class XCTestRecorder: NSObject, XCTestObservation, Sendable {
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
    var issue: [String: Any] = ["isFailure": true]
    if let filePath, filePath.hasPrefix("/"), lineNumber > 0 {
      issue["sourceLocation"] = ["filePath": filePath, "line": lineNumber, "column": 1] as [String: Any]
    }
    record(
      "issueRecorded", testCase, ["issue": issue, "messages": [["symbol": "fail", "text": description]]])
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    if testCase.testRun?.hasBeenSkipped == true { record("testSkipped", testCase) }
    record("testEnded", testCase)
  }

  private func record(_ kind: String, _ test: XCTestCase? = nil, _ details: [String: Any] = [:]) {
    var payload = details
    payload["kind"] = kind
    payload["instant"] = ["absolute": ProcessInfo.processInfo.systemUptime]
    if let test {
      let method = test.name.split(separator: ".").last ?? ""
      payload["testID"] = "\(String(reflecting: type(of: test)))/\(method)"
    }
    let record: [String: Any] = ["kind": "event", "version": "6.3", "payload": payload]
    do {
      let line = Array(try JSONSerialization.data(withJSONObject: record)) + [UInt8(ascii: "\n")]
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
