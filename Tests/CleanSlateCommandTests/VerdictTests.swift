import Foundation
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

/// What tests print, leave running or fill up does not change what is said of them.
extension TestRunTests {
  @Test("output that is no ASCII, nor even text, harms no test")
  func bytes() async throws {
    let outcome = try await run("--filter", "OldTests/test[BEP]", environment: ["SAMPLE_ATTACK": "boxes"])
    #expect(outcome.status == 0 && outcome.output.contains(": 3 passed.\n"), "\(outcome)")
    let log = try Data(contentsOf: URL(filePath: Self.sample.get().folder + "/.build/cleanslate-test.log"))
    let text = String(decoding: log, as: UTF8.self)
    #expect(text.split(whereSeparator: \.isNewline).count { $0 == String(repeating: "─", count: 100) } == 400)
    #expect(text.contains("\u{FFFD}\u{FFFD}"))
  }

  @Test(
    "a test that says that it has passed, and fails, fails",
    arguments: [[], ["--parallel"], ["--shard", "1/1"]])
  func lies(_ words: [String]) async throws {
    let outcome = try await run(
      ["--filter", "OldTests/testFails|FlakyTests/testFailsOnce", "--retries", "1"] + words,
      environment: try memory("lies\(words)").merging(["SAMPLE_ATTACK": "lies"]) { $1 })
    #expect(outcome.status == 1 && outcome.output.contains(": 1 flaky, 1 failed.\n"), "\(outcome)")
    #expect(try await command(["merge", "TestResults"]).status == 1)
  }

  @Test("a process that says that all has passed, and exits, has broken off", arguments: [0, 1])
  func saysAll(_ retries: Int) async throws {
    let outcome = try await run(
      "--filter", "OldTests/test[BEFP]", "--retries", "\(retries)", environment: ["SAMPLE_ATTACK": "says all"]
    )
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Broken off: SampleTests.OldTests/testBegins"), "\(outcome)")
  }

  @Test("what a test leaves running ends with its process", arguments: [[], ["--parallel"]])
  func stray(_ words: [String]) async throws {
    let outcome = try await run(
      ["--filter", "OldTests/test[BP]"] + words, environment: ["SAMPLE_ATTACK": "stray"])
    #expect(outcome.status == 0 && outcome.output.contains(": 2 passed.\n"), "\(outcome)")
    let stray = try Self.sample.get().read("stray")
    // A zombie, which it may be for a moment, has no command line.
    #expect((FileManager.default.contents(atPath: "/proc/\(stray)/cmdline") ?? Data()).isEmpty)
  }

  @Test("Ctrl-\\ ends a run, too")
  func quit() async throws {
    let sample = try Self.sample.get()
    let program = try ChildProcess(
      try BuiltProduct.path("cleanslate"), ["test", "--filter", "OldTests/test[BE]"],
      environment: sample.environment(["SAMPLE_HANG": "1"]), workingDirectory: sample.folder)
    try await program.waitForOutput { $0.contains("passed SampleTests.OldTests/testBegins") }
    program.terminate(SIGQUIT)
    #expect(try await program.waitForExit() == .exited(130))
    #expect(program.standardError.text == "cleanslate test: Interrupted.\n")
  }

  @Test("a record that cannot be written fails the run")
  func noRecord() async throws {
    let outcome = try await run(
      "--filter", "NewTests/passes", environment: ["CLEANSLATE_RESULTS": "/dev/null"])
    #expect(outcome.status == 1)
    #expect(outcome.complaints.hasPrefix("cleanslate test: '/dev/null' could not be made: "), "\(outcome)")
  }

  @Test("two runs do not write into one folder")
  func twoRuns() async throws {
    let sample = try Self.sample.get()
    let first = try ShardTask(
      try TestOptions([]), of: PackageFolder(at: nil, from: sample.folder),
      in: Surroundings(folder: sample.folder, environment: [:], write: { _ in }, complain: { _ in }))
    try first.begin()
    let outcome = try await run("--filter", "NewTests/passes")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints == """
        cleanslate test: Another 'cleanslate test' writes its results to '\(sample.folder)/TestResults'. Name another \
        folder for this one: CLEANSLATE_RESULTS=TestResults/other

        """)
    withExtendedLifetime(first) {}
  }

  @Test(
    "a full disk makes no leak forgotten",
    .enabled("no file system can be mounted here: 'unshare --map-root-user --mount' fails") {
      await canMount()
    })
  func fullDisk() async throws {
    let sample = try Self.sample.get()
    _ = try await run("--filter", "NewTests/passes")
    let memory = try memory()
    let folder = sample.folder + "/full"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=8m tmpfs "$TMPDIR" &&
      exec \(try BuiltProduct.path("cleanslate")) test --skip-build --retries 1 --filter FlakyTests/testLeaksOnce
      """
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["unshare", "--map-root-user", "--mount", "sh", "-c", script],
      environment: sample.environment(
        memory.merging(["TMPDIR": folder, "SAMPLE_FILLS": folder + "/fill"]) { $1 }),
      workingDirectory: sample.folder)
    #expect(outcome.status == .exited(1))
    let output = outcome.standardOutput.text
    #expect(output.contains("The leak gate found this, so that it was not tried again."), "\(outcome)")
  }

  static func canMount() async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/tmp"],
      environment: ProcessInfo.processInfo.environment)
    return outcome?.status == .exited(0)
  }
}

@Suite("A list of Swift Testing's tests")
struct TestListTests {
  private let record =
    #"{"kind":"test","payload":{"id":"Shop.pays()/A.swift:1:1","kind":"function","name":"pays()","sourceLocation":{"#
    + #""filePath":"/w/A.swift","line":1,"column":1}}}"#

  @Test(
    "that is printed otherwise than it is recorded is none",
    arguments: [
      (["Shop.eats()", "Shop.pays()"], "No record is of Shop.eats()."),
      ([], "0 are printed, and 1 recorded."),
    ])
  func differs(_ printed: [String], _ problem: String) {
    var reader = EventReader()
    _ = reader.read(record.utf8)
    #expect { try TestRun.compare(printed, reader) } throws: { error in
      "\(error)" == "The list of Swift Testing's tests is not whole. " + problem
    }
  }

  @Test("that ends within a line is none")
  func cut() {
    var reader = EventReader()
    _ = reader.read(record.utf8)
    reader.read(rest: Array("{".utf8))
    #expect { try TestRun.compare(["Shop.pays()"], reader) } throws: { error in
      "\(error)".hasSuffix(" Line 2 of its records has no end; 1 bytes of it are there.")
    }
  }

  @Test("may name tests by their places")
  func places() throws {
    var reader = EventReader()
    _ = reader.read(record.utf8)
    try TestRun.compare(["Shop.pays()/A.swift:1:1"], reader)
    try TestRun.compare(["Shop.pays()"], reader)
  }
}
