import Foundation
import OperatingSystem

/// Reads what a process of tests reports, of either framework.
struct ProcessReader {
  let framework: ListedTest.Framework
  let tests: [ListedTest]
  /// Why the process ended, as far as anybody said it.
  var lastWords: String { reason + fatal }
  /// What the tool says of an end that it did not expect.
  private(set) var reason = ""
  private var fatal = ""
  private var xcTest: XCTestReader
  private var stream: LineFollower?
  private var events = EventReader()
  /// The options with which Swift Testing writes its events.
  let streamWords: [String]

  /// - Parameter path: A file for the events.
  init(_ tests: [ListedTest], of framework: ListedTest.Framework, events path: String) throws {
    (self.tests, self.framework) = (tests, framework)
    xcTest = XCTestReader(framework == .xcTest ? tests : [])
    streamWords = framework == .xcTest ? [] : ["--event-stream-output-path", path]
    guard framework == .swiftTesting else { return }
    try Data().write(to: URL(filePath: path))
    stream = LineFollower(try Descriptor.open(path, .reading), isFile: true)
  }

  /// Reads a line that was printed.
  mutating func read(_ line: String) -> [TestEvent] {
    if let (before, _) = line.parts(around: "xited with unexpected ", last: true),
      before.parts(around: "rror: ") != nil
    {
      reason = " It e\(line[before.endIndex...])."
    }
    if line.parts(around: "Fatal error: ") != nil { fatal = "\n" + line }
    return xcTest.read(line)
  }

  /// Reads what has come into the file of events.
  mutating func readStream() -> [TestEvent] {
    ((try? stream?.newLines()) ?? []).flatMap { events.read($0) }
  }
}
