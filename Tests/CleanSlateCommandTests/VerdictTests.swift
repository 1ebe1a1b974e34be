import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing
import ToolOptions

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

  @Test("a leak that could not be told stays found, however often the test is tried")
  func untold() async throws {
    let outcome = try await run(
      ["--filter", "FlakyTests/testLeaksOnce", "--retries", "1"],
      environment: try memory("untold").merging(["SAMPLE_ATTACK": "untold"]) { $1 })
    #expect(outcome.status == 1 && outcome.output.contains(": 1 failed.\n"), "\(outcome)")
  }

  @Test("those whose turn never came run together, and only what began and failed is tried alone")
  func turns() async throws {
    let outcome = try await run(
      "--retries", "1", "--filter", "OldTests", environment: ["SAMPLE_EXIT": "3"])
    #expect(outcome.output.contains(": 2 passed, 1 failed, 1 skipped, 1 broken off.\n"), "\(outcome)")
    let log = try Self.sample.get().read(".build/cleanslate-test.log")
    #expect(log.components(separatedBy: "Test Suite 'Selected tests' started").count == 1 + 4, "\(log)")
  }

  @Test("no test at all is an error")
  func nothing() async throws {
    let outcome = try await run("--filter", "NoSuchTest")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints
        == "cleanslate test: There is no test to run. Do '--filter' and '--skip' leave any?\n")
  }

  @Test("tests run in the package that --package-path names")
  func elsewhere() async throws {
    let sample = try Self.sample.get()
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--skip-build", "--package-path", sample.folder, "--filter", "OldTests/testBegins"],
        ["SAMPLE_ATTACK": "lost"], from: "/", interrupting: nil)
    }
    #expect(outcome.status == 0 && outcome.output.contains(": 1 passed.\n"), "\(outcome)")
  }

  @Test("tests run in the package, wherever in it the command is called")
  func inner() async throws {
    let sample = try Self.sample.get()
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--skip-build", "--filter", "OldTests/testBegins"], ["SAMPLE_ATTACK": "lost"],
        from: sample.folder + "/Tests/SampleTests", interrupting: nil)
    }
    #expect(outcome.status == 0 && outcome.output.contains(": 1 passed.\n"), "\(outcome)")
  }

  @Test("of earlier coverage only what is in a folder of its own in that of the build goes")
  func coverageFolder() async throws {
    let sample = try Self.sample.get()
    let products = URL(filePath: sample.folder + "/.build/debug").resolvingSymlinksInPath().path
    let (bin, precious) = ("\(sample.folder)/bin", "\(sample.folder)/precious")
    for folder in [bin, precious, "\(products)/codecov"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    defer { for folder in [bin, precious] { try? FileManager.default.removeItem(atPath: folder) } }
    try ExecutableScript.write("#!/bin/sh\nprintf '%s\\n' \"$SAMPLE_SAYS\"\n", to: bin + "/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    func run(saying text: String) async throws -> SamplePackage.Outcome {
      try await self.run(
        ["--enable-code-coverage", "--filter", "NewTests/passes"],
        environment: ["PATH": "\(bin):\(path)", "SAMPLE_SAYS": text])
    }
    for text in [
      "\(precious)/Sample.json", "\(products)/codecov/../../../../precious/Sample.json",
      "precious/Sample.json",
      "\(products)/Sample.json", "\(products)/codecov/Sample.txt", "", "warning: no soup",
    ] {
      try sample.write("mine", to: "precious/notes")
      let outcome = try await run(saying: text)
      #expect(outcome.status == 1)
      #expect(
        outcome.complaints.hasPrefix("cleanslate test: 'swift' does not say where it reports coverage"),
        "\(outcome)")
      #expect(try sample.read("precious/notes") == "mine", "\(text)")
      #expect(FileManager.default.fileExists(atPath: products), "\(text)")
    }
    try sample.write("old", to: ".build/debug/codecov/old.profraw")
    let usual = try await run(saying: "\(products)/codecov/Sample.json\nwarning: no soup")
    #expect(usual.output.contains(": 1 passed.\n"), "\(usual)")
    #expect(!FileManager.default.fileExists(atPath: "\(products)/codecov/old.profraw"))
    // Another run counts there.
    let lock = try Descriptor.folder(atPath: "\(products)/codecov")
    #expect(try lock.lockAtOnce())
    try sample.write("theirs", to: ".build/debug/codecov/their.profraw")
    let second = try await run(saying: "\(products)/codecov/Sample.json")
    #expect(
      second.status == 1 && second.complaints.contains(": Another 'cleanslate test' counts "), "\(second)")
    #expect(try sample.read(".build/debug/codecov/their.profraw") == "theirs")
    lock.unlock()
  }

  @Test("a suite that does not declare itself is no name for its tests, as with swift test")
  func undeclared() async throws {
    let outcome = try await run("--filter", "[Pp]asses", "--skip", "NewTests$")
    #expect(outcome.status == 0 && outcome.output.contains(": 2 passed.\n"), "\(outcome)")
  }

  @Test("a program that the latest build did not make is none")
  func earlierBuild() async throws {
    let manifest = try Self.sample.get().folder + "/.build/debug.yaml"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    try Data("tools: {}\n".utf8).write(to: URL(filePath: manifest))
    let outcome = try await run("--filter", "[Pp]asses")
    try Data(text.utf8).write(to: URL(filePath: manifest))
    #expect(outcome.status == 1)
    #expect(outcome.complaints.hasPrefix("cleanslate test: The package has no tests: "), "\(outcome)")
  }

  @Test("a folder of the build that cannot be read is told in the system's words")
  func unreadableBuild() async throws {
    let home = try TemporaryHome()
    let link = home.path(.home) + "/debug"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try Self.sample.get().folder + "/Package.swift")
    let outcome = try await run("--scratch-path", home.path(.home))
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("'\(link)': Not a directory"), "\(outcome)")
  }

  @Test("a report that cannot be written fails the run, and that of an earlier run goes")
  func noReport() async throws {
    let sample = try Self.sample.get()
    let page = sample.folder + "/reports/report.html"
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
    let words = ["--filter", "NewTests/passes"]
    let place = ["CLEANSLATE_RESULTS": "reports"]
    let outcome = try await run(words, environment: place)
    #expect(outcome.status == 1)
    #expect(outcome.complaints.hasPrefix("cleanslate test: There is no report: "), "\(outcome)")
    try FileManager.default.removeItem(atPath: page)
    try sample.write("old", to: "reports/report.html")
    #expect(try await run(["--filter", "no such test"], environment: place).status == 1)
    #expect(!FileManager.default.fileExists(atPath: page))
  }

  @Test("a folder for temporary files that is not there is told with the variable that names it")
  func noTemporaryFolder() async throws {
    let outcome = try await run(environment: ["TMPDIR": "/nowhere"])
    #expect(
      outcome.complaints
        == "cleanslate test: No temporary folder can be made in TMPDIR=/nowhere: No such file or directory\n")
  }

  @Test("the command for a random order says which shard it was")
  func shardAgain() async throws {
    let outcome = try await run(
      "--shard", "1/1", "--order", "random", "--seed", "7", "--filter", "NewTests/fails")
    #expect(
      outcome.output.contains("test --order random --seed 7 --shard 1/1 --filter NewTests/fails"),
      "\(outcome)")
  }

  @Test("what another run prints is not lost")
  func logs() async throws {
    let sample = try Self.sample.get()
    let tasks = try (0..<2).map { _ in
      try ShardTask(
        try TestOptions([]), of: PackageFolder(at: nil, from: sample.folder),
        in: Surroundings(folder: sample.folder, environment: [:], write: { _ in }, complain: { _ in }))
    }
    let paths = try tasks.map { try $0.openLog(in: sample.folder).path }
    #expect(paths == ["cleanslate-test.log", "cleanslate-test 2.log"].map { "\(sample.folder)/\($0)" })
    withExtendedLifetime(tasks) {}
  }

  @Test("Ctrl-C while the tests are built has the status of an interruption")
  func interruptedBuild() async throws {
    let sample = try Self.sample.get()
    let outcome = await SystemThread.run { sample.run(["test"], [:], interrupting: "Building") }
    #expect(outcome.status == 130)
    #expect(outcome.complaints == "cleanslate test: Interrupted; no test has run.\n", "\(outcome)")
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
        cleanslate test: Another 'cleanslate test' writes its results to '\(sample.folder)/TestResults', or \
        'cleanslate accept' reads them. Name another folder for this one: CLEANSLATE_RESULTS=TestResults/other

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

@Suite("A list of XCTest's tests")
struct OldTestListTests {
  @Test(
    "names as many tests as it says, and otherwise is none", arguments: ["Listing 2 tests in A.xctest:", ""])
  func count(_ head: String) throws {
    let tests = ["Shop.CartTests/testPays", "Shop.CartTests/testAdds"]
    if !head.isEmpty { #expect(try TestIdentity.all(listed: [head, ""] + tests).map(\.id) == tests) }
    #expect(throws: ToolFailure.self) { try TestIdentity.all(listed: [head, "", tests[0], "Shop.CartTe"]) }
  }

  @Test("has nothing of what the program writes to its errors meanwhile")
  func streams() throws {
    let home = try TemporaryHome()
    let errors = try Descriptor.open(home.root + "/errors", .replacing)
    var lines: [String] = []
    let script = "printf Shop.; echo tracer >&2; echo 'CartTests/testPays'"
    _ = try SwiftTool(folder: "/", environment: ["PATH": "/usr/bin:/bin"], interruption: nil)
      .run(program: "sh", ["-c", script], errors: errors, line: { lines.append($0) })
    #expect(lines == ["Shop.CartTests/testPays"])
  }
}

@Suite("A list of Swift Testing's tests")
struct TestListTests {
  private let home: TemporaryHome
  private var folder: String { home.path(.home) }

  init() throws {
    home = try TemporaryHome()
    let files = FileManager.default
    try files.createDirectory(atPath: "\(folder)/.build/products", withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: "\(folder)/.build/debug", withDestinationPath: "products")
    try Data("".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
  }

  /// Plans the run of a program that prints in each start what looks like a test, another number of them each time.
  ///
  /// - Parameter records: What it records of its tests.
  private func plan(records: String, status: Int = 0) async throws -> SamplePackage.Outcome {
    try Data(records.utf8).write(to: URL(filePath: "\(folder)/records"))
    try ExecutableScript.write(
      """
      #!/bin/sh
      printf 'Soup.isLoaded()\nSoup.Tests/testIt\n'
      [ "$1" = --testing-library ] || { printf '%s' 'and Listing 1 test in a.xctest:\n\nShop.A/testB\n'; exit; }
      echo 'Soup.isHot()'
      cat '\(folder)/records' > "$4"
      exit \(status)
      """, to: "\(folder)/.build/products/Shop.xctest")
    let (folder, words) = (folder, ["test", "--skip-build", "--shard", "1/1", "--print-plan"])
    return await SystemThread.run {
      var outcome = SamplePackage.Outcome()
      let surroundings = Surroundings(
        folder: folder, environment: ["PATH": "/usr/bin:/bin"], write: { outcome.output += $0 },
        complain: { outcome.complaints += $0 })
      outcome.status = Command(in: surroundings).run(words)
      return outcome
    }
  }

  private let record =
    #"{"kind":"test","payload":{"id":"Shop.pays()/A.swift:1:1","kind":"function","name":"pays()","sourceLocation":{"#
    + #""filePath":"/w/A.swift","line":1,"column":1}}}"# + "\n"

  @Test("is what the program records of them, whatever libraries print when they are loaded")
  func noise() async throws {
    let outcome = try await plan(records: record)
    #expect(outcome.status == 0 && outcome.output.contains("Shard 1/1: 2 tests"), "\(outcome)")
  }

  @Test("that ends within a line, has no place of a test or names none without the program saying so is none")
  func cut() async throws {
    for (records, problem) in [
      (record + "{", "Line 2 of its records has no end; 1 bytes of it are there."),
      (record.replacing("sourceLocation", with: "place"), "Line 1 of its records cannot be read: "),
      ("", "It exited with status 0, and recorded 0 tests."),
    ] {
      let outcome = try await plan(records: records)
      #expect(outcome.status == 1)
      #expect(
        outcome.complaints.hasPrefix(
          "cleanslate test: The list of Swift Testing's tests is not whole. \(problem)"), "\(outcome)")
    }
    let outcome = try await plan(records: "", status: 69)
    #expect(outcome.status == 0 && outcome.output.contains("Shard 1/1: 1 test"), "\(outcome)")
    #expect(try await plan(records: record, status: 69).status == 1)
  }
}
