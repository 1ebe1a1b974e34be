import Foundation
import TestSupport
import Testing

@testable import Records

@Suite("The folder of a run")
struct RunFolderTests {
  @Test("is beside those of others, of which the latest stay")
  func runs() throws {
    let results = try TemporaryHome()
    let runs = results.path(.home) + "/runs"
    func add(_ name: String) throws {
      try RunFolder(in: results.path(.home), of: ProcessStart(name: name), most: 2).add(Array("{}\n".utf8))
    }
    try add("a")
    let running = RunFolder.name(
      ofRunStartedBy: ProcessInfo.processInfo.processIdentifier, in: results.path(.home))
    try add(running)
    try add("\(running).2")
    try FileManager.default.createDirectory(atPath: "\(runs)/mine", withIntermediateDirectories: true)
    for (index, name) in ["b", "c", "d"].enumerated() {
      try add(name)
      let date = Date(timeIntervalSince1970: 2_000_000_000 + Double(index))
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: "\(runs)/\(name)/\(RunFolder.listName)")
    }
    try add("d")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: runs).sorted()
        == [running, "\(running).2", "c", "d", "mine"].sorted())
    #expect(try String(contentsOfFile: "\(runs)/d/\(RunFolder.listName)", encoding: .utf8) == "{}\n{}\n")
  }

  @Test("has another name for each run that a process begins in one folder of results")
  func names() throws {
    let home = try TemporaryHome()
    let results = home.path(.home)
    let process = ProcessInfo.processInfo.processIdentifier
    let first = RunFolder.name(ofRunStartedBy: process, in: results)
    for name in [first, "\(first).2", "\(first).3"] {
      #expect(RunFolder.newName(ofRunStartedBy: process, in: results) == name)
      try RunFolder(in: results, of: ProcessStart(name: name)).add(Array("{}\n".utf8))
    }
  }

  @Test("stays while a process holds it, even one that cannot be seen here")
  func held() throws {
    let results = try TemporaryHome()
    let runs = results.path(.home) + "/runs"
    func run(_ name: String) -> RunFolder {
      RunFolder(in: results.path(.home), of: ProcessStart(name: name), most: 1)
    }
    try run("2026-01-01T00.00.00-4711").add(Array("{}\n".utf8))
    var held = run("2026-01-01T00.00.00-4711").held()
    #expect(held != nil)
    try run("b").add(Array("{}\n".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: runs).count == 2)
    held = nil
    try run("c").add(Array("{}\n".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: runs) == ["c"])
  }

  @Test("says of a test that has failed that it did, and reads no line of those that passed for it")
  func hasFailed() throws {
    let home = try TemporaryHome()
    let run = RunFolder(path: home.path(.home) + "/run")
    func line(_ name: String, _ outcome: String) throws -> [UInt8] {
      let record = TestRecord(
        test: TestIdentity(framework: .xcTest, id: "M.S/\(name)", name: name), date: 0,
        summary: TestSummary(outcome: outcome, seconds: 1), message: "it \"failed\"")
      return TraceLine.bytes("test", Array(try JSONEncoder().encode(record)))
    }
    #expect(!run.hasFailed("M/S/a"))
    try run.add(try line("a", "failed"))
    try run.add(Array(repeating: try line("b", "passed"), count: 10_000).flatMap(\.self))
    try run.add(try line("c", "failed"))
    let start = ThreadTime.now
    for _ in 1...10 {
      #expect(run.hasFailed("M/S/a") && !run.hasFailed("M/S/b") && run.hasFailed("M/S/c"))
    }
    #expect(ThreadTime.now - start < .seconds(5))
  }

  @Test("loses no line to one before that was cut off")
  func cutOff() throws {
    let home = try TemporaryHome()
    let run = RunFolder(path: home.path(.home) + "/run")
    for name in ["one", "two"] {
      let record = TestRecord(
        test: TestIdentity(framework: .xcTest, id: "M.S/\(name)", name: name), date: 0,
        summary: TestSummary(outcome: "passed", seconds: 1))
      try run.add(TraceLine.bytes("test", Array(try JSONEncoder().encode(record))))
      let list = try FileHandle(forWritingTo: URL(filePath: "\(run.path)/\(RunFolder.listName)"))
      try list.seekToEnd()
      try list.write(contentsOf: Data("{\"kind\":\"te".utf8))
    }
    let (entries, problems) = run.entries()
    #expect(entries.map(\.test.name) == ["one", "two"])
    #expect(
      problems.map { $0.dropFirst(run.path.count) } == [
        "/tests.jsonl, line 2, is cut off or no line of a list of tests.",
        "/tests.jsonl, line 4, has no end.",
      ])
  }

  @Test("has what was told once, also after a word that was cut off")
  func told() throws {
    let home = try TemporaryHome()
    let run = RunFolder(path: home.path(.home) + "/run")
    #expect(try run.tell(["a"]))
    let list = try FileHandle(forWritingTo: URL(filePath: "\(run.path)/told"))
    try list.seekToEnd()
    try list.write(contentsOf: Data("12".utf8))
    #expect(try run.tell(["b"]))
    #expect(try !run.tell(["b"]) && !run.tell(["a"]))
  }

  @Test("has whole lines and nothing else, however many write at once")
  func lines() throws {
    let home = try TemporaryHome()
    let run = RunFolder(path: home.path(.home) + "/run")
    let line = Array(String(repeating: "x", count: 20_000).utf8) + [UInt8(ascii: "\n")]
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 { try? run.add(line) }
    }
    let list = try Data(contentsOf: URL(filePath: "\(run.path)/\(RunFolder.listName)"))
    try #require(list.count == 1_000 * line.count)
    let whole = Data(line)
    let isWhole = stride(from: 0, to: list.count, by: line.count).allSatisfy {
      list[$0..<$0 + line.count] == whole
    }
    #expect(isWhole)
  }

  @Test("has each suggestion once, until it is accepted, and goes away with the other runs")
  func suggestions() throws {
    let results = try TemporaryHome()
    @Sendable func run(_ name: String) -> RunFolder {
      RunFolder(in: results.path(.home), of: ProcessStart(name: name), most: 1)
    }
    func suggestion(_ line: Int, _ new: String) -> Suggestion {
      Suggestion(file: "/a.swift", line: line, call: "assertTree", old: "", new: new)
    }
    let all = [suggestion(1, "a"), suggestion(2, "a"), suggestion(1, "b")]
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for suggestion in all { try? run("one").add(suggestion) }
    }
    let (found, problems) = run("one").suggestions()
    #expect(problems == [] && found.count == 3 && all.allSatisfy(found.contains))
    var accepted = all[0]
    accepted.isAccepted = true
    try run("one").add(accepted)
    #expect(run("one").suggestions().0.map(\.new).sorted() == ["a", "b"])
    try run("one").add(all[0])
    #expect(run("one").suggestions().0.count == 3, "it is suggested again")
    #expect(run("one").traceNames == [] && RunFolder.latest(in: results.path(.home))?.name == "one")
    try run("two").add(all[0])
    #expect(try FileManager.default.contentsOfDirectory(atPath: results.path(.home) + "/runs") == ["two"])
  }

  @Test("is one for processes with one parent, and still under way, also where the clock is set meanwhile")
  func name() throws {
    let home = try TemporaryHome()
    let results = home.path(.home)
    let process = ProcessInfo.processInfo.processIdentifier
    let name = RunFolder.name(ofRunStartedBy: process, in: results)
    let parts = try #require(name.wholeMatch(of: /(\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\d)(-\d+-[0-9a-f]+)/))
    // What the clock said before it was set.
    let begun = "2001-01-01T00.00.00\(parts.2)"
    func run(_ name: String) -> RunFolder { RunFolder(in: results, of: ProcessStart(name: name), most: 1) }
    try run(begun).add(Array("{}\n".utf8))
    #expect(RunFolder.name(ofRunStartedBy: process, in: results) == begun)
    #expect(RunFolder.newName(ofRunStartedBy: process, in: results) == "\(begun).2")
    try run("\(begun).2").add(Array("{}\n".utf8))
    try run("other").add(Array("{}\n".utf8))
    let kept = try FileManager.default.contentsOfDirectory(atPath: results + "/runs")
    #expect(Set(kept) == [begun, "\(begun).2", "other"])
  }

  @Test("is the one that CLEANSLATE_RUN names, unless that says what cleanslate test asks of a process")
  func start() throws {
    let home = try TemporaryHome()
    let folder = home.path(.home)
    let environment = [ProcessStart.variable: folder]
    #expect(try ProcessStart.read([:]) == nil && ProcessStart.read([ProcessStart.variable: ""]) == nil)
    let named = try #require(try ProcessStart.read(environment))
    #expect(RunFolder(in: "/results", of: named).path == folder)
    #expect(named.leases == nil && named.repetitions == 1)

    var start = ProcessStart(name: "run", pauses: "/socket")
    start.repetitions = 7
    try start.write(in: folder)
    let read = try #require(try ProcessStart.read(environment))
    #expect(RunFolder(in: "/results", of: read).path == "/results/runs/run")
    #expect(read.leases == folder + "/leases")
    #expect(read.repetitions == 7 && read.pauses == "/socket" && read.name == "run")
    #expect(read.updatesSnapshots == nil)
    try ProcessStart(name: "run", updatesSnapshots: true, buildBegan: 7.5).write(in: folder)
    let asked = try ProcessStart.read(environment)
    #expect(asked?.updatesSnapshots == true && asked?.buildBegan == 7.5)

    try Data("{\"name\"".utf8).write(to: URL(filePath: folder + "/start.json"))
    let error = #expect(throws: RecordError.self) { try ProcessStart.read(environment) }
    #expect(error?.description.hasPrefix("'\(folder)/start.json' says nothing of the run: ") == true)
  }

  @Test("goes below the current directory, unless another folder is chosen")
  func results() {
    #expect(RunFolder.results(environment: [:], currentFolder: "/a") == "/a/TestResults")
    #expect(RunFolder.results(environment: ["CLEANSLATE_RESULTS": "/b"], currentFolder: "/a") == "/b")
  }

  @Test(
    "has beside it a folder for each module, for each case of a test whose name is long, and for each app")
  func evidence() {
    func folder(
      _ name: String, _ module: String = "M", _ number: String? = nil, _ role: String? = nil
    ) -> String {
      var test = TestIdentity(framework: .xcTest, id: "", module: module, suite: "S", name: name)
      (test.number, test.role) = (number, role)
      return test.folder
    }
    let long = String(repeating: "x", count: 200)
    let cases = ["1234-1", "1234-2"].map { folder(long, "M", $0) }
    #expect(cases.allSatisfy { $0.hasPrefix("M/S/" + String(repeating: "x", count: 120) + " ") })
    #expect(cases[0].hasSuffix(" 1234-1") && cases[1] == cases[0].dropLast() + "2")
    #expect(["A", "B"].map { folder("t", $0) } == ["A/S/t", "B/S/t"])
    #expect(folder("..t()", "M", "1-2", "ada") == "M/S/_.t__ 1-2 ada")
  }
}
