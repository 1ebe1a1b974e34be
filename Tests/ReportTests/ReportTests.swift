import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("cleanslate report")
struct ReportTests {
  private let run: SampleRun

  init() throws { run = try SampleRun() }

  private func html() throws -> String { try String(contentsOfFile: run.page, encoding: .utf8) }

  @Test("writes one file that loads nothing, and says how many tests are in it")
  func page() throws {
    try run.add("M.BasketTests/basket()", "failed", seconds: 0.1, message: "wrong", trace: "1.jsonl")
    try run.add("M.BasketTests/menu()", "passed", seconds: 0.1)
    try run.write(SampleRun.trace("M.BasketTests/basket()"), to: "1.jsonl")
    let (status, output, complaints) = run.report()
    #expect(status == 0 && complaints == "")
    #expect(
      output == """
        \(run.page): 2 tests, 1 not passed, 1 trace
        2 launches took 8.00 ms (4.00 ms each), 4 resets took 2.00 ms (0.50 ms each): 5.0% of the 0.20 s of these tests.

        """)
    let page = try html()
    #expect(page.contains("default-src 'none'") && page.contains("<style>") && !page.contains("<!-- "))
    #expect(page.firstMatch(of: /(src|href)="(?!data:,"|#)/) == nil)
    #expect(page.contains("There is no button"))
    #expect(page.components(separatedBy: #"<script type="application/json""#).count == 3)
  }

  @Test("counts a test once, with its attempts and its apps, and each case of a test by itself")
  func counts() throws {
    for role in ["ada", "ben"] { try run.add("M.S/both()", "passed", role: role) }
    for outcome in ["failed", "passed"] { try run.add("M.S/flaky()", outcome) }
    for outcome in ["failed", "passed"] { try run.add("M.S/cases(one:)", outcome, isCase: true) }
    let output = run.report().output
    #expect(output.hasPrefix("\(run.page): 4 tests, 2 not passed, 0 traces\n"))
    // The apps of one test were there at the same time.
    #expect(output.hasSuffix(" of the 10.00 ms of these tests.\n"), "\(output)")
  }

  @Test("writes where it is told to, from where it is told to read, of all results or of one run")
  func places() throws {
    try run.add("M.S/t()", "passed")
    let file = run.results + "/other.html"
    for folder in [run.results, run.run, "TestResults"] {
      #expect(run.report("--results", folder, "--output", file).output.hasPrefix("\(file): 1 test, "))
    }
    #expect(run.report("--results", run.run).output.hasPrefix("\(run.run)/report.html: 1 test, "))
    #expect(run.report("--color").status == 64)
    #expect(run.report("--output", run.results).complaints.contains("could not be written: it is no file."))
    #expect(run.report("--output").complaints.hasPrefix("Missing value after '--output'"))
    let (status, _, complaints) = run.report("--output", run.results + "/none/report.html")
    #expect(status == 65 && complaints.contains("/none/report.html' could not be written: "))
  }

  @Test("tells of each problem once, of however many runs it is")
  func joined() throws {
    var report = ReportPage()
    for name in ["one", "two", "three"] {
      let other = try SampleRun()
      try other.add("M.S/\(name)()", "failed", trace: "gone.jsonl")
      report.add(RunFolder(path: other.run))
    }
    #expect(report.problems.count == 3, "\(report.problems)")
  }

  @Test("reads the results of the package, wherever in it the command is called")
  func inner() throws {
    try run.add("M.S/t()", "passed")
    let home = run.home.path(.home)
    let folder = home + "/Tests/STests"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: home + "/Package.swift"))
    var text = ""
    let surroundings = Surroundings(
      folder: folder, environment: [:], write: { text += $0 }, complain: { text += $0 })
    #expect(Command(in: surroundings).run(["report"]) == 0)
    #expect(text.hasPrefix("\(run.page): 1 test, "), "\(text)")
    text = ""
    #expect(Command(in: surroundings).run(["trace"]) == 65)
    #expect(text.contains("No test of the latest run failed."), "\(text)")
  }

  @Test("takes the run that was written to last")
  func latest() throws {
    try run.add("M.S/old()", "passed")
    let other = run.results + "/runs/another"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: run.run + "/tests.jsonl", toPath: other + "/tests.jsonl")
    try run.add("M.S/new()", "passed")
    for (name, seconds) in [("run", 100.0), ("another", 0)] {
      for path in ["", "/tests.jsonl"] {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_800_000_000 + seconds)],
          ofItemAtPath: "\(run.results)/runs/\(name)\(path)")
      }
    }
    #expect(run.report().output.contains(": 2 tests"))
  }

  @Test("says that there is no run, and how there would be one")
  func nothing() throws {
    let (status, _, complaints) = run.report()
    #expect(status == 65)
    #expect(
      complaints
        == "cleanslate report: There is no run of tests in '\(run.results)'. Traces are written by tests "
        + "that fail, and by all with CLEANSLATE_TRACE=on, unless CLEANSLATE_TRACE is off.\n")
    #expect(run.report("--results", "/dev/null").status == 65)
  }

  @Test("tells of a trace that is cut off, of another version, too large, gone or none, and shows the rest")
  func badTraces() throws {
    for (number, name) in ["cut", "version", "large", "gone", "none", "good"].enumerated() {
      try run.add("M.S/\(name)()", "failed", message: "wrong", trace: "\(name).jsonl", date: number)
    }
    let trace = try SampleRun.trace("M.S/t()")
    try run.write(String(trace.prefix(trace.count - 200)), to: "cut.jsonl")
    try run.write(SampleRun.head("M.S/t()", version: 9) + "\n" + SampleRun.end() + "\n", to: "version.jsonl")
    try run.write("no JSON <script>", to: "none.jsonl")
    try run.write(trace, to: "good.jsonl")
    try run.write("", to: "large.jsonl")
    let large = try FileHandle(forWritingTo: URL(filePath: run.run + "/large.jsonl"))
    try large.truncate(atOffset: 2 << 30)
    try large.close()
    let (status, output, complaints) = run.report()
    #expect(status == 0 && output.contains("6 tests, 6 not passed, 2 traces"))
    let place = "cleanslate report: \(run.run)"
    #expect(
      complaints == """
        \(place)/cut.jsonl is cut off after line 14.
        \(place)/version.jsonl is of version 9, and this report reads version 3. Make the report with the CleanSlate that \
        ran the tests.
        \(place)/large.jsonl has 2048 MB. A page takes traces of up to 64 MB.
        \(place)/gone.jsonl is missing.
        \(place)/none.jsonl is cut off or no line of a trace.

        """)
    #expect(try html().contains("is cut off after line 14."))
  }

  @Test("tells of lines of the list that are cut off or of another version")
  func badList() throws {
    try run.add("M.S/t()", "passed")
    try run.append(#"{"kind":"test","version":7}"#)
    try run.append(#"{"kind":"test","version":3,"te"#)
    try run.append(#"{"kind":"test","version":3}"#)
    try run.append(#"{"kind":"test","version":3,"test":{"framework":"Nunit"}}"#)
    let (status, output, complaints) = run.report()
    #expect(status == 0 && output.contains(": 1 test, 0 not passed"))
    #expect(complaints.contains("tests.jsonl, line 2, is of version 7, and this report reads version 3."))
    #expect(complaints.contains("tests.jsonl, line 3, is cut off or no line of a list of tests."))
    #expect(complaints.contains("tests.jsonl, line 4, is not of its form: 'test' is missing."))
    #expect(
      complaints.contains("tests.jsonl, line 5, is not of its form: 'test.framework': "), "\(complaints)")
    // What is cut off within a character takes no other line along.
    var list = try Data(contentsOf: URL(filePath: run.run + "/tests.jsonl"))
    list += Data(#"{"kind":"test","message":""#.utf8) + [0xE2, 0x94]
    try list.write(to: URL(filePath: run.run + "/tests.jsonl"))
    let cut = run.report()
    #expect(cut.output.contains(": 1 test, 0 not passed"))
    #expect(cut.complaints.contains("tests.jsonl, line 6, has no end."))
  }

  @Test("reads nothing outside of the run")
  func outside() throws {
    try Data("secret".utf8).write(to: URL(filePath: run.results + "/secret.jsonl"))
    try run.add("M.S/t()", "failed", trace: "../../secret.jsonl")
    try run.add("M.S/u()", "failed", trace: "link.jsonl")
    try FileManager.default.createSymbolicLink(
      atPath: run.run + "/link.jsonl", withDestinationPath: run.results + "/secret.jsonl")
    try run.add("M.S/v()", "failed", trace: "pipe.jsonl")
    #expect(mkfifo(run.run + "/pipe.jsonl", 0o600) == 0)
    let complaints = run.report().complaints
    #expect(complaints.contains("pipe.jsonl is no file."))
    #expect(
      complaints.contains("'../../secret.jsonl' is no file of")
        && complaints.contains("link.jsonl is no file."))
    #expect(try !html().contains("secret\n"))
  }

  @Test("replaces whatever is in the place of its page, and refuses to write elsewhere what is no file")
  func noFile() throws {
    try run.add("M.S/t()", "passed")
    let (named, precious) = (run.results + "/other.html", run.results + "/precious")
    try Data("mine".utf8).write(to: URL(filePath: precious))
    for make in [
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: precious) },
      { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: precious + "2") },
      { #expect(mkfifo($0, 0o600) == 0) },
    ] as [(String) throws -> Void] {
      try? FileManager.default.removeItem(atPath: run.page)
      try? FileManager.default.removeItem(atPath: named)
      for path in [run.page, named] { try make(path) }
      #expect(run.report().status == 0)
      #expect(try html().hasPrefix("<!doctype html>"))
      let (status, _, complaints) = run.report("--output", named)
      #expect(status == 65)
      #expect(complaints == "cleanslate report: '\(named)' could not be written: it is no file.\n")
    }
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "mine")
    #expect(!FileManager.default.fileExists(atPath: precious + "2"))
  }

  @Test("of a run that has just ended says where it is, or why there is none, or nothing of no run")
  func afterTests() throws {
    func write(
      _ name: String, in results: String, _ outcomes: [TestResult] = []
    ) throws -> (text: String, problems: [String])? {
      try ReportPage.writeAfterTests(run: name, in: results, outcomes)
    }
    #expect(try write("other", in: run.results) == nil)
    try run.add("M.S/t()", "failed", message: "wrong")
    #expect(try #require(try write("run", in: run.results)) == ("The report: \(run.page)", []))
    let list = run.run + "/tests.jsonl"
    let whole = try Data(contentsOf: URL(filePath: list))
    try whole.dropLast(9).write(to: URL(filePath: list))
    let cut = try #require(try write("run", in: run.results))
    #expect(cut == ("The report: \(run.page)", ["\(list), line 1, has no end."]), "it is a complaint")
    try whole.write(to: URL(filePath: list))
    _ = try write("run", in: run.results)
    #expect(try html().contains("wrong"))
    try FileManager.default.removeItem(atPath: run.page)
    try FileManager.default.createDirectory(atPath: run.page, withIntermediateDirectories: true)
    let said = #expect(throws: RecordError.self) { try write("run", in: run.results) }
    #expect(said?.description.hasPrefix("There is no report: '\(run.page)' could not be written: ") == true)
    let outcomes = try SampleRun.results()
    let nowhere = #expect(throws: RecordError.self) { try write("run", in: "/dev/null", outcomes) }
    #expect(nowhere?.description.hasPrefix("There is no report: '/dev/null' could not be made: ") == true)
    #expect(nowhere?.description.contains("NSCocoaErrorDomain") == false)
  }

  @Test("has the verdicts of the run, and its tests that had no app")
  func verdicts() throws {
    try run.add("M.S/flaky()", "failed", message: "wrong")
    try run.add("M.S/flaky()", "passed", date: 1)
    try run.add("M.S/beside()", "passed")
    let results = try SampleRun.results()
    let written = try #require(try ReportPage.writeAfterTests(run: "run", in: run.results, results))
    #expect(written == ("The report: \(run.page)", []))
    let items = try data().items
    #expect(
      items.map { "\($0.entry.test.id) \($0.entry.summary.outcome) \($0.verdict ?? "")" } == [
        "M.S/flaky() failed flaky", "M.S/beside() passed failed", "M.S/flaky() passed flaky",
        "M.C/testPasses passed passed", "M.C/testSkips skipped skipped",
        "M.C/testCrashes broken off broken off",
        "M.C/testWaits not run not run",
      ])
    #expect(items[1].entry.message == "Tests/S.swift:7: off beside the app")
    #expect(items[4].entry.message == "no tmux" && items[4].entry.test.app == "")
    #expect(items[5].entry.message == "It crashed." && items[5].entry.test.suite == "C")
    // A report that is made later has them from the record of the run, if it is of that run. A run that ended later, and
    // left no folder, has only its record.
    for (name, age, counts) in [("run", 0, [7, 7]), ("another", -900, [3, 3]), ("another", 900, [6, 3])] {
      try RunRecord(
        commit: nil, run: name, shard: Shard(number: 1, total: 1), filter: [], listed: [], results: results,
        timings: [:], complaints: [], seconds: 1
      ).write(in: run.results)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(age))], ofItemAtPath: "\(run.results)/run.json")
      for (folder, count) in zip([run.results, run.run], counts) {
        #expect(run.report("--results", folder).status == 0)
        let page = folder == run.run ? run.run + "/report.html" : run.page
        #expect(try data(of: page).items.count == count, "\(name), \(age), \(folder)")
      }
    }
  }

  private struct Contents: Decodable {
    struct Item: Decodable {
      let entry: TestRecord
      let verdict: String?
    }
    let items: [Item]
    let opens: String?
  }

  /// What the page holds, beside the traces.
  private func data(of page: String? = nil) throws -> Contents {
    let html = try String(contentsOfFile: page ?? run.page, encoding: .utf8)
    let block = try #require(html.firstMatch(of: /id="cs-data">\n(.*)<\/script>\n/)).1
    return try JSONDecoder().decode(Contents.self, from: Data(block.utf8))
  }

  @Test("begins with the test that is to be opened, in the browser that is named, or says that there is none")
  func opens() async throws {
    try run.add("M.S/other()/S.swift:1:2", "failed")
    try run.add("M.S/it's()/S.swift:9:2", "failed")
    let asked = run.home.path(.home) + "/asked"
    try ExecutableScript.write(
      "#!/bin/sh\nprintf %s \"$1\" > '\(asked).part'; mv '\(asked).part' '\(asked)'", to: asked + ".sh")
    for name in ["M.S/it's()", "M.S/it's()/S.swift:9:2"] {
      let answer = run.report(["--open", name], ["BROWSER": asked + ".sh", "PATH": "/usr/bin:/bin"])
      #expect(answer.output.hasSuffix("\nOpening file://\(run.page)\n"), "\(answer)")
      #expect(try data().opens == "M.S/it's()/S.swift:9:2")
    }
    #expect(await Waiting.until { FileManager.default.fileExists(atPath: asked) })
    #expect(try String(contentsOfFile: asked, encoding: .utf8) == "file://\(run.page)")
    // Of several tests of one name, that of a failure is meant.
    try run.add("M.S/pays()/A.swift:3:4", "passed")
    try run.add("M.S/pays()/B.swift:3:4", "failed")
    _ = run.report(["--open", "M.S/pays()"], ["PATH": "/nowhere"])
    #expect(try data().opens == "M.S/pays()/B.swift:3:4")
    let none = run.report(
      ["--open", "M.S/other()"], ["BROWSER": "no-such-browser", "PATH": "/usr/bin:/bin"])
    #expect(none.status == 0)
    #expect(
      none.output.hasSuffix(
        "'no-such-browser' to open it with. Open it yourself, or name a program in BROWSER: file://\(run.page)\n"
      ))
    let wrong = run.report(["--open", "M.S/none()"], [:])
    #expect(wrong.status == 65)
    #expect(
      wrong.complaints
        == "cleanslate report: The latest run has no test 'M.S/none()'. Its tests are named like 'M.S/other()'.\n"
    )
    #expect(run.report().status == 0)
    #expect(try data().opens == nil)
  }

  @Test("has a test that did not come to its end, which is in no list")
  func brokenOff() throws {
    let trace = try SampleRun.trace("M.S/crash()").replacing(SampleRun.end(), with: SampleRun.end("running"))
    try run.write(trace, to: "1.jsonl")
    #expect(run.report().output.contains(": 1 test, 1 not passed, 1 trace"))
    #expect(try html().contains("broken off"))
  }

  @Test("holds what could end its own blocks only as text")
  func hostile() throws {
    let name = "M.S/</script><script>document.title='got'</script><!--"
    try run.add(name, "failed", message: "</SCRIPT >\0\u{2028}", trace: "1.jsonl")
    try run.write(SampleRun.trace(name, message: "</script><img src=x onerror=alert(1)>"), to: "1.jsonl")
    #expect(run.report().status == 0)
    let page = try html()
    #expect(
      !page.contains("document.title='got'</script>") && !page.contains("<img") && !page.contains("<!--"))
    #expect(!page.contains("\0"))
  }
}
