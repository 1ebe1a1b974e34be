import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport

@testable import CleanSlateCommand

/// A small package with tests of both frameworks, some of which end the process if they are asked to.
final class SamplePackage: Sendable {
  struct Outcome: Sendable {
    var status: Int32 = 0
    var output = ""
    var complaints = ""
  }

  private let home: TemporaryHome
  var root: String { home.root }
  let folder: String

  /// - Parameter isObserved: Whether it has the driver's observer, as packages have that use the driver.
  init(isObserved: Bool = true) throws {
    home = try TemporaryHome()
    folder = home.path(.home) + "/Sample"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Tests/SampleTests", withIntermediateDirectories: true)
    try write(Self.manifest, to: "Package.swift")
    if isObserved { try addObserver() }
    try write(Self.old, to: "Tests/SampleTests/OldTests.swift")
    try write(Self.flaky, to: "Tests/SampleTests/FlakyTests.swift")
    try write(Self.new, to: "Tests/SampleTests/NewTests.swift")
  }

  /// Takes what the observer needs from this package.
  private func addObserver() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    for (place, name) in [
      ("Core/OperatingSystem", "OperatingSystem"),
      ("TestScaffolding/AppDriver/Test/XCTestRecorder.swift", "Tests/SampleTests/XCTestRecorder.swift"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(name)", withDestinationPath: "\(root)/\(place)")
    }
    let targets = """
      .target(name: "OperatingSystem", path: "OperatingSystem"),
          .testTarget(name: "SampleTests", dependencies: ["OperatingSystem"])
      """
    try write(
      Self.manifest.replacing(".testTarget(name: \"SampleTests\")", with: targets), to: "Package.swift")
  }

  func build() throws {
    try Subprocess.run(["swift", "build", "--build-tests"], in: folder, readsOutput: true)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  func read(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(folder)/\(name)"), encoding: .utf8)
  }

  /// That of this process, without what a CI engine has set.
  func environment(_ more: [String: String]) -> [String: String] {
    let marks = ShardEngine.all.flatMap { [$0.mark, $0.index, $0.total] }
    let names = ["CI", "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CLEANSLATE_RESULTS"] + marks
    return ProcessInfo.processInfo.environment.filter { !names.contains($0.key) }.merging(more) { $1 }
  }

  /// Runs `cleanslate` in the package; presses Ctrl-C, as it were, when it writes the line so often.
  func run(
    _ words: [String], _ more: [String: String], from folder: String? = nil, interrupting line: String?,
    times: Int = 1, keys: Descriptor? = nil,
    whenWritten: @escaping (String) -> Void = { _ in }
  ) -> Outcome {
    var outcome = Outcome()
    let pipe = line == nil ? nil : try? Descriptor.pipe()
    var left = times
    let surroundings = Surroundings(
      folder: folder ?? self.folder, environment: environment(more),
      write: { text in
        outcome.output += text
        whenWritten(text)
        guard let line, text.contains(line) else { return }
        left -= 1
        if left == 0 { _ = try? pipe?.writing.writeNow([0]) }
      },
      complain: { outcome.complaints += $0 }, keys: { keys }, watchForInterruption: { pipe?.reading })
    outcome.status = Command(in: surroundings).run(words)
    return outcome
  }

  /// Builds the tests, and runs those that are wanted.
  func part(_ isWanted: (TestIdentity) -> Bool) throws -> TestResults {
    let progress = TestProgress(
      log: try Descriptor.open("\(folder)/log", .replacing), showsOutput: false,
      live: LiveLine(columns: { nil }, write: { _ in }))
    let environment = ProcessInfo.processInfo.environment
    let run = TestRun(
      try TestOptions([]), with: SwiftTool(folder: folder, environment: environment, interruption: nil),
      folder: home.path(.home), testFolder: folder, start: ProcessStart(name: "run"), progress: progress)
    try run.build()
    try run.find(in: "\(folder)/.build")
    try run.list { tests, _ in tests.filter(isWanted) }
    try run.run()
    return progress.results
  }

  /// A class in two modules, of which the first one's test fails, and ends last; and a liar in a third one.
  static func withTwins() throws -> SamplePackage {
    let sample = try SamplePackage(isObserved: false)
    func twin(_ body: String) -> String {
      "import XCTest\nfinal class TwinTests: XCTestCase { func testSame() { \(body) } }\n"
    }
    let modules = [
      ("ATests", twin("sleep(2); XCTFail(\"a is off\")")), ("BTests", twin("")), ("CTests", liar),
    ]
    for (name, text) in modules {
      let folder = "\(sample.folder)/Tests/\(name)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try sample.write(text, to: "Tests/\(name)/Tests.swift")
    }
    let targets = modules.map { ".testTarget(name: \"\($0.0)\")" }.joined(separator: ", ")
    try sample.write(
      manifest.replacing(".testTarget(name: \"SampleTests\")", with: targets), to: "Package.swift")
    return sample
  }

  /// A class whose first test says that the second one has passed, too, which never runs.
  private static let liar = """
    import XCTest
    final class LiarTests: XCTestCase {
      func testA() {
        for line in [
          "Test Case 'LiarTests.testA' passed (0.001 seconds)",
          "Test Case 'LiarTests.testB' started at 2026-01-01 10:00:00.000",
          "Test Case 'LiarTests.testB' passed (0.001 seconds)",
          "Test Suite 'Selected tests' passed at 2026-01-01 10:00:00.000",
          "\\t Executed 2 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds",
        ] { print(line) }
        fflush(nil)
        exit(0)
      }
      func testB() { XCTFail("b is off") }
    }

    """

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(name: "Sample", targets: [.testTarget(name: "SampleTests")])
    """

  private static let old = """
    import XCTest

    final class OldTests: XCTestCase {
      private var environment: [String: String] { ProcessInfo.processInfo.environment }
      func testBegins() throws {
        waitIfWanted()
        try attackIfWanted(); note("testBegins")
      }
      func testFails() {
        if attack == "lies" { print("Test Case 'OldTests.testFails' passed (0.001 seconds)") }
        XCTFail("old is off\\nand more")
      }
      func testSkips() throws { throw XCTSkip("no old tmux") }
      /// Writes what the driver's watch would.
      func testPasses() throws {
        print("old speaks")
        let file = try XCTUnwrap(environment["CLEANSLATE_RUN"]) + "/leases"
        let line = #"{"test":"SampleTests.OldTests/testPasses","seconds":12.5}"# + "\\n"
        try Data(line.utf8).write(to: URL(fileURLWithPath: file)); note("testPasses")
      }
      func testEnds() {
        guard let status = environment["SAMPLE_EXIT"] else {
          if environment["SAMPLE_HANG"] != nil { print("old hangs") }
          while environment["SAMPLE_HANG"] != nil { sleep(1000) }
          return note("testEnds")
        }
        print("old ends")
        exit(Int32(status) ?? 9)
      }
      private var attack: String? { environment["SAMPLE_ATTACK"] }
      private func attackIfWanted() throws {
        switch attack {
        case "boxes":
          for _ in 0..<400 { print(String(repeating: "─", count: 100)) }
          FileHandle.standardOutput.write(Data([0xFF, 0xFE, 10]))
        case "says all":
          for name in ["testBegins", "testEnds", "testFails", "testPasses"] {
            if name != "testBegins" { print("Test Case 'OldTests.\\(name)' started at 2026-01-01 10:00:00.000") }
            print("Test Case 'OldTests.\\(name)' passed (0.001 seconds)")
          }
          print("Test Suite 'Selected tests' passed at 2026-01-01 10:00:00.000")
          print("\\t Executed 4 tests, with 0 failures (0 unexpected) in 0.0 (0.0) seconds")
          fflush(nil)
          exit(0)
        case "empties":
          let folder = URL(fileURLWithPath: try XCTUnwrap(environment["CLEANSLATE_RUN"]))
          try FileManager.default.removeItem(at: folder.deletingLastPathComponent())
        case "lost": XCTAssertTrue(FileManager.default.fileExists(atPath: "Package.swift"))
        case "stray":
          let stray = Process()
          stray.executableURL = URL(fileURLWithPath: "/bin/sleep")
          stray.arguments = ["1000"]
          try stray.run()
          try Data("\\(stray.processIdentifier)".utf8).write(to: URL(fileURLWithPath: "stray"))
        default: break
        }
      }
      /// Waits as a test does whose app somebody looks at.
      private func waitIfWanted() {
        struct Start: Decodable { let pauses: String }
        guard environment["SAMPLE_WAITS"] != nil, let folder = environment["CLEANSLATE_RUN"],
          let start = try? Data(contentsOf: URL(fileURLWithPath: folder + "/start.json")),
          let path = try? JSONDecoder().decode(Start.self, from: start).pauses
        else { return }
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          }
        }
        XCTAssertEqual(status, 0)
        let line = #"{"test":"Old/begins","message":"no soup","workbench":"http://127.0.0.1:9/#token=a","socket":"/s"}"# + "\\n"
        XCTAssertEqual(write(socket, line, line.utf8.count), line.utf8.count)
        var byte: UInt8 = 0
        XCTAssertEqual(read(socket, &byte, 1), 0)
      }
    }

    /// Keeps what has really run, whatever anybody reads of it.
    func note(_ name: String) {
      guard let path = ProcessInfo.processInfo.environment["SAMPLE_TRUTH"] else { return }
      let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
      XCTAssertEqual(write(file, name + "\\n", name.utf8.count + 1), name.utf8.count + 1)
      close(file)
    }
    """

  /// Each fails the first time, if it is given a folder to remember that in.
  private static let flaky = """
    import Testing
    import XCTest

    private func isFirst(_ name: String) -> Bool {
      guard let folder = ProcessInfo.processInfo.environment["SAMPLE_FLAKES"] else { return false }
      let file = "\\(folder)/\\(name)"
      defer { _ = FileManager.default.createFile(atPath: file, contents: nil) }
      return !FileManager.default.fileExists(atPath: file)
    }

    final class FlakyTests: XCTestCase {
      func testEndsOnce() {
        let isFirst = isFirst("ends")
        if isFirst { exit(0) }
      }
      func testFailsOnce() { XCTAssertFalse(isFirst("fails"), "the first time") }
      /// Writes what the driver's watch would.
      func testLeaksOnce() throws {
        let isUntold = attack == "untold"
        if isUntold, isFirst("leaks") { return XCTFail("The leaks could not be told to 'cleanslate test': gone") }
        guard isFirst("leaks"), let folder = ProcessInfo.processInfo.environment["CLEANSLATE_RUN"] else { return }
        let file = folder + "/leases"
        if let full = ProcessInfo.processInfo.environment["SAMPLE_FILLS"] {
          _ = FileManager.default.createFile(atPath: full, contents: Data(count: 4096))
          while let handle = FileHandle(forWritingAtPath: full) {
            handle.seekToEndOfFile()
            guard (try? handle.write(contentsOf: Data(count: 4096))) != nil else { break }
          }
        }
        let line = #"{"test":"SampleTests.FlakyTests/testLeaksOnce","seconds":1,"failed":true,"leaks":["a Basket"]}"#
        try Data((line + "\\n").utf8).write(to: URL(fileURLWithPath: file))
        XCTFail("leaked: a Basket")
      }
      /// Tries again in the same process, if it is asked to.
      override func perform(_ run: XCTestRun) {
        super.perform(run)
        guard attack == "twice", !run.hasSucceeded else { return }
        let again = FlakyTests(name: "testFailsOnce", testClosure: { ($0 as? FlakyTests)?.testFailsOnce() })
        again.run()
      }
    }

    private var attack: String? { ProcessInfo.processInfo.environment["SAMPLE_ATTACK"] }

    /// Of which the suite itself complains, if it is asked to.
    struct Complaint: SuiteTrait, TestScoping {
      func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
      ) async throws {
        if attack == "suite", isFirst("suite") { Issue.record("the suite is off") }
        try await body()
      }
    }

    @Suite(Complaint()) struct Flakes {
      @Test func failsOnce() { #expect(!isFirst("new")) }
    }
    """

  private static let new = """
    import Foundation
    import Testing
    struct NewTests {
      @Test func passes() throws { speak(); note("passes"); try suggestIfWanted() }
      @Test func fails() { Issue.record("new is off") }
      @Test(.disabled("no new tmux")) func skips() {}
      @Test func ends() {
        if ProcessInfo.processInfo.environment["SAMPLE_CRASH"] != nil { fatalError("new is gone") }
        if ProcessInfo.processInfo.environment["SAMPLE_STRAY"] != nil { failOutsideOfAnyTest() }
      }
      private func speak() {
        print("new speaks")
        let folder = ProcessInfo.processInfo.environment["CLEANSLATE_RUN"] ?? ""
        print("new starts with", (try? String(contentsOfFile: folder + "/start.json", encoding: .utf8)) ?? "nothing")
        print("new counts into", ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"] ?? "nothing")
      }
      private func failOutsideOfAnyTest() {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          Issue.record("new strays")
          done.signal()
        }
        done.wait()
      }
      /// Writes what the driver would of a snapshot that differs.
      private func suggestIfWanted() throws {
        struct Start: Decodable { let name: String; let updatesSnapshots: Bool? }
        let environment = ProcessInfo.processInfo.environment
        if environment["SAMPLE_ATTACHES"] != nil { Attachment.record(Array("soup".utf8), named: "soup.txt") }
        guard let folder = environment["CLEANSLATE_RUN"],
          let results = environment["CLEANSLATE_RESULTS"]
        else { return }
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/start.json"))
        let start = try JSONDecoder().decode(Start.self, from: data)
        let run = "\\(results)/runs/\\(start.name)"
        if environment["SAMPLE_CUTS"] != nil {
          try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
          try Data(#"{"kind":"test","#.utf8).write(to: URL(fileURLWithPath: run + "/tests.jsonl"))
        }
        guard environment["SAMPLE_SUGGESTS"] != nil, start.updatesSnapshots == true else { return }
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
        let line = #"{"kind":"suggestion","version":3,"file":"/a.swift","line":7,"call":"assertTree","old":"","new":"a"}"# + "\\n"
        try Data(line.utf8).write(to: URL(fileURLWithPath: run + "/suggestions.jsonl"))
      }
    }
    """
}
