import AppRuntime
import ControlProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The recording that an app replays")
struct RecordedAnswersTests {
  @Test("is not waited for where it is a pipe, or a link to one")
  func pipe() throws {
    let home = try TemporaryHome()
    let (pipe, link) = (home.path(.temporary) + "/pipe.har", home.path(.temporary) + "/link.har")
    try #require(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    for path in [pipe, link] {
      #expect(throws: NetworkMessageError(recording: path, "it is no file")) {
        try RecordedAnswers().answers(of: path)
      }
    }
  }

  @Test("is not read where it is too long, however little of it is on the disk")
  func long() throws {
    let home = try TemporaryHome()
    let (path, link) = (home.path(.temporary) + "/long.har", home.path(.temporary) + "/link.har")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try #require(truncate(path, 40 << 30) == 0)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for path in [path, link] {
      let problem = "it has \(40 << 30) bytes, and an app would take too long for more than 32 MiB"
      #expect(throws: NetworkMessageError(recording: path, problem)) { try HARFile(reading: path) }
    }
  }

  @Test("is not made longer than what can be read again")
  func limit() throws {
    let exchange = NetworkExchange(
      unixMilliseconds: 0, milliseconds: 1, method: "POST", url: "http://a/", headers: [:],
      body: NetworkContent(text: "soup"), status: 200, answer: NetworkContent(Data([0xFF, 0xFE])))
    let count = try HARFile([exchange]).bytes().count
    #expect(try HARFile([exchange]).bytes(atMost: count).count == count)
    let error = #expect(throws: NetworkMessageError.self) {
      try HARFile([exchange]).bytes(atMost: count - 1)
    }
    #expect(error?.description.hasPrefix("it has \(count) bytes, and an app would take too long") == true)
  }

  @Test(
    "is refused in sentences that end once",
    arguments: [("GETT", "nearest: GET."), ("REPORT", "PATCH, DELETE, OPTIONS, *.")])
  func sentence(method: String, end: String) throws {
    let home = try TemporaryHome()
    let path = home.path(.temporary) + "/menu.har"
    let exchange = NetworkExchange(
      unixMilliseconds: 0, milliseconds: 1, method: method, url: "http://a/", headers: [:],
      body: NetworkContent(), status: 200)
    try HARFile([exchange]).bytes().write(to: URL(filePath: path))
    let error = #expect(throws: NetworkMessageError.self) { try HARFile(reading: path) }
    #expect(error?.description.hasSuffix(end) == true, "\(String(describing: error))")
    let start = try Start(["--network", "[{\"to\":\"\(method) /\"}]"])
    let refusal = #expect(throws: ScaffoldingError.self) {
      try start.networkAnswers(from: RecordedAnswers())
    }
    #expect(refusal?.description.hasSuffix(end) == true, "\(String(describing: refusal))")
  }

  @Test("is read once, and again when its file has changed, is another one, or could not be read")
  func once() throws {
    let home = try TemporaryHome()
    let (path, other) = (home.path(.temporary) + "/menu.har", home.path(.temporary) + "/other.har")
    let read = Mutex<[String]>([])
    let recording = RecordedAnswers { path in
      read.withLock { $0.append(String(path.suffix(9))) }
      return try HARFile(reading: path).routes.map(PlannedAnswer.init)
    }
    func write(_ count: Int, to path: String) throws {
      let exchanges = (0..<count).map {
        NetworkExchange(
          unixMilliseconds: 0, milliseconds: 1, method: "GET", url: "http://a/\($0)", headers: [:],
          body: NetworkContent(), status: 200)
      }
      try HARFile(exchanges).bytes().write(to: URL(filePath: path))
    }
    #expect(throws: NetworkMessageError.self) { try recording.answers(of: path) }
    #expect(throws: NetworkMessageError.self) { try recording.answers(of: path) }
    try write(1, to: path)
    for _ in 0..<3 { #expect(try recording.answers(of: path).count == 1) }
    #expect(read.withLock(\.count) == 3)
    try write(2, to: path)
    for _ in 0..<3 { #expect(try recording.answers(of: path).count == 2) }
    try write(3, to: other)
    for _ in 0..<3 { #expect(try recording.answers(of: other).count == 3) }
    #expect(read.withLock(\.count) == 5)
    try FileManager.default.removeItem(atPath: other)
    #expect(throws: NetworkMessageError.self) { try recording.answers(of: other) }
  }
}
