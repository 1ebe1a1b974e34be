import Foundation
import OperatingSystem
import Processes
import Records
import Synchronization
import TestSupport
import Testing

@testable import CleanSlateCommand

/// Runs the command in a package of its own.
@Suite("cleanslate accept")
struct AcceptCommandTests {
  let home: TemporaryHome
  let folder: String
  let file: String
  var run: RunFolder { RunFolder(path: "\(folder)/TestResults/runs/one") }

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home) + "/shop"
    file = "\(folder)/Tests/BasketTests.swift"
    try FileManager.default.createDirectory(atPath: "\(folder)/Tests", withIntermediateDirectories: true)
    try Data("// swift-tools-version: 6.3\n".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
  }

  func write(_ text: String, to path: String? = nil) throws {
    try Data(text.utf8).write(to: URL(filePath: path ?? file))
  }

  func read(_ path: String? = nil) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path ?? file)), as: UTF8.self)
  }

  func suggest(
    _ new: String, for old: String, line: Int = 1, call: String = "assertTree", in path: String? = nil
  ) throws {
    try run.add(Suggestion(file: path ?? file, line: line, call: call, old: old, new: new))
  }

  func accept(
    _ words: String..., environment: [String: String] = [:], in current: String? = nil, columns: Int? = nil
  ) -> (status: Int32, output: String, complaints: String) {
    var (output, complaints) = ("", "")
    let surroundings = Surroundings(
      folder: current ?? folder, environment: environment, write: { output += $0 },
      complain: { complaints += $0 }, columns: { columns })
    let status = Command(in: surroundings).run(["accept"] + words)
    return (status, output, complaints)
  }

  @Test("writes nothing where the text was right as well, in another round or try")
  func alsoRight() throws {
    try write("try a.assertTree(\"old\")\n")
    try suggest("new", for: "old")
    try suggest("old", for: "old")
    let outcome = accept()
    #expect(outcome.status == 1 && outcome.complaints.contains("was shown different things"), "\(outcome)")
    #expect(try read() == "try a.assertTree(\"old\")\n")
  }

  /// Suggests a text for the call on a line of the source that is there when the test runs.
  private func suggest(_ new: String, for old: String, onLine line: Int, of text: String) throws {
    try write(text)
    var suggestion = Suggestion(file: file, line: line, call: "assertTree", old: old, new: new)
    suggestion.source = Suggestion.fingerprint(ofSource: file)
    try run.add(suggestion)
  }

  @Test("takes no empty text for another one that stood on its line when the test ran")
  func movedLines() throws {
    let text =
      "func a() throws {\n  try app.assertTree(\"\")\n}\nfunc b() throws {\n  try app.assertTree(\"\")\n}\n"
    try suggest("b", for: "", onLine: 5, of: text)
    try write("\n\n\n" + text)
    let outcome = accept()
    #expect(outcome.status == 1 && outcome.complaints.contains("edited after the test ran"), "\(outcome)")
    #expect(try read() == "\n\n\n" + text)
    try write(text)
    #expect(accept().status == 0)
    #expect(try read().contains("func b() throws {\n  try app.assertTree(\n"))
  }

  @Test("writes no text into another call that says the same and stands on its line after an edit")
  func movedTwins() throws {
    let text = "try a.assertTree(\"old\")\ntry b.assertTree(\"old\")\n"
    try suggest("new", for: "old", onLine: 2, of: text)
    try write("\n" + text)
    let outcome = accept()
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.complaints.hasSuffix(
        "so that this may be another call. Run the test again, or change its text by hand:\n- old\n+ new\n"))
    #expect(try read() == "\n" + text)
    let edited = "// One of them only.\ntry b.assertTree(\"old\")\n"
    try write(edited)
    #expect(accept().status == 0)
    #expect(try read() == edited.replacing("\"old\"", with: "\n  \"\"\"\n  new\n  \"\"\""))
  }

  @Test("says that two calls are on one line, also where each was shown something else")
  func twins() throws {
    try write("try a.assertTree(\"\"); try b.assertTree(\"\")\n")
    try suggest("a", for: "")
    try suggest("b", for: "")
    #expect(
      accept().complaints
        == "cleanslate accept: BasketTests.swift:1: 'assertTree(…)' is there 2 times. Give each a line of its own, "
        + "and run the test again.\n")
  }

  @Test("says nothing of texts that are right")
  func right() throws {
    try write("try a.assertTree(\"old\")\n")
    try suggest("old", for: "old")
    #expect(accept().output == "The run one suggests nothing.\n")
  }

  @Test("tells two calls on one line apart by what they say, also where one is right")
  func twoOnALine() throws {
    try write("try a.assertTree(\"\"); try b.assertTree(\"x\"); try c.assertTree(\"y\")\n")
    try suggest("new", for: "")
    try suggest("new", for: "x")
    try suggest("y", for: "y")
    #expect(accept().complaints == "")
    let text = try read()
    #expect(text.split(separator: "new").count == 3 && text.contains("c.assertTree(\"y\")"), "\(text)")
    #expect(!text.contains("(\"\")") && !text.contains("\"x\""), "\(text)")
  }

  @Test("writes what the latest run suggests, once, from the end of a file upwards")
  func accepts() throws {
    try write("try a.assertTree(\"\")\ntry b.assertTree(\n  \"\"\"\n  old\n  \"\"\")\n// end\n")
    for _ in 0..<3 { try suggest("text \"a\"\n  text \"b\"", for: "") }
    try suggest("new", for: "old", line: 2)
    let outcome = accept()
    #expect(outcome.complaints == "" && outcome.status == 0)
    #expect(
      outcome.output
        == "Tests/BasketTests.swift:1\nTests/BasketTests.swift:2\nAccepted 2 snapshots of the run one, in 1 file.\n"
    )
    #expect(
      try read()
        == "try a.assertTree(\n  \"\"\"\n  text \"a\"\n    text \"b\"\n  \"\"\")\n"
        + "try b.assertTree(\n  \"\"\"\n  new\n  \"\"\")\n// end\n")
    let again = accept()
    #expect(again.output == "The run one suggests nothing.\n" && again.status == 0)
  }

  @Test("prints a patch that git applies, and writes nothing")
  func patch() throws {
    try Subprocess.run(["git", "init", "--quiet"], in: home.path(.home), readsOutput: true)
    let lines = (1...40).map { "// \($0)\r\n" }.joined()
    try write("try a.assertTree(\"\")\r\n\(lines)try b.assertTree(\"old\")\r\n// no end")
    try suggest("one\n  two", for: "")
    try suggest("new", for: "old", line: 42)
    let old = try read()
    let outcome = accept("--patch")
    #expect(outcome.complaints == "" && outcome.status == 0)
    #expect(try read() == old)
    #expect(
      outcome.output.hasPrefix("diff --git a/shop/Tests/BasketTests.swift b/shop/Tests/BasketTests.swift\n"))
    #expect(outcome.output.contains("@@ -1,4 +1,8 @@\n-try a.assertTree(\"\")\r\n+try a.assertTree(\r\n"))
    #expect(outcome.output.contains("\n\\ No newline at end of file\n"))
    try write(outcome.output, to: "\(home.path(.home))/patch")
    try Subprocess.run(["git", "apply", "patch"], in: home.path(.home), readsOutput: true)
    let patched = try read()
    #expect(patched != old)
    try write(old)
    #expect(accept("--package-path", folder, in: "/").status == 0)
    #expect(try read() == patched, "the patch and the command do the same")
  }

  @Test("prints a patch as it is, unless a terminal would take it for its own")
  func patchOnTerminal() throws {
    try write("try a.assertTree(\"\")\n// \u{1B}[2J\n")
    try suggest("a", for: "")
    #expect(accept("--patch").output.contains("\n // \u{1B}[2J\n"))
    let shown = accept("--patch", columns: 80).output
    #expect(shown.contains("\n // \u{241B}[2J\n"), "\(shown)")
  }

  @Test("takes no part where CI is set")
  func ci() throws {
    try write("try a.assertTree(\"\")\n")
    try suggest("a", for: "")
    for words in [[], ["--patch"]] as [[String]] {
      let outcome =
        words.isEmpty ? accept(environment: ["CI": "1"]) : accept("--patch", environment: ["CI": "1"])
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(outcome.complaints.hasPrefix("'cleanslate accept' is not for CI, and CI is set: "))
    }
    #expect(try read() == "try a.assertTree(\"\")\n")
    #expect(accept(environment: ["CI": ""]).status == 0)
  }

  @Test("shows both of two things that were shown in one place, and takes neither")
  func different() throws {
    let source = "for app in apps { try app.assertTree(\"\") }\ntry b.assertTree(\"\")\n"
    try write(source)
    try suggest("text \"ada\"", for: "")
    try suggest("text \"ben\"", for: "")
    try suggest("b", for: "", line: 2)
    let outcome = accept()
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints == """
        cleanslate accept: BasketTests.swift:1: assertTree was shown different things. It can say one of them:
        text "ada"
        or:
        text "ben"
        Where they differ, '*' stands for any characters of a text, and a line '…' for any lines.

        """)
    #expect(
      try read()
        == "for app in apps { try app.assertTree(\"\") }\ntry b.assertTree(\n  \"\"\"\n  b\n  \"\"\")\n")
    #expect(accept().complaints.contains("BasketTests.swift:1"), "it stays open, and the other is done")
  }

  @Test(
    "refuses what is no literal, with what to change",
    arguments: [
      #"try a.assertTree("ol\(d)")"#, "try a.assertTree(text)", #"try a.assertTree("old", line: 1)"#,
    ])
  func noLiteral(source: String) throws {
    try write(source)
    try suggest("new", for: "old")
    let outcome = accept()
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints.contains(
        "the last argument of 'assertTree(…)' is not a literal without interpolation"))
    #expect(outcome.complaints.hasSuffix(":\n- old\n+ new\n"))
    #expect(try read() == source)
  }

  @Test(
    "changes no text that was edited after the test ran",
    arguments: [
      ("try a.assertTree(\"other\")", "the text was edited"),
      ("\n\ntry a.assertTree(\"old\")", "no 'assertTree(…)'"),
      ("try check(\"old\")", "no 'assertTree(…)'"),
      ("a.assertTree(\"old\"); b.assertTree(\"old\")", "'assertTree(…)' is there 2 times"),
      ("a.assertTree(word); b.assertTree(\"old\")", "'assertTree(…)' is there 2 times"),
    ])
  func edited(source: String, reason: String) throws {
    try write(source)
    try suggest("new", for: "old")
    let outcome = accept()
    #expect(
      outcome.status == 1 && outcome.complaints.contains("BasketTests.swift:1: \(reason)"), "\(outcome)")
    #expect(try read() == source)
  }

  @Test("takes the one of two calls on a line that has the text, and what is there already")
  func twice() throws {
    try write("a.assertTree(\"one\"); a.assertTree(\"two\")\na.assertTree(\"new\")\n")
    try suggest("2", for: "two")
    try suggest("new", for: "old", line: 2)
    #expect(accept().status == 0)
    #expect(
      try read() == "a.assertTree(\"one\"); a.assertTree(\n  \"\"\"\n  2\n  \"\"\")\na.assertTree(\"new\")\n")
  }

  @Test("takes a hundred texts of one file, and any line ends")
  func many() throws {
    let source = (1...100).map { "  app.assertTree(\"\") // \($0)\r\n" }.joined()
    try write(source)
    for line in (1...100).shuffled() { try suggest("text \"\(line)\"", for: "", line: line) }
    #expect(accept().output.hasSuffix("Accepted 100 snapshots of the run one, in 1 file.\n"))
    let expected = (1...100).map {
      "  app.assertTree(\r\n    \"\"\"\r\n    text \"\($0)\"\r\n    \"\"\") // \($0)\r\n"
    }.joined()
    #expect(try read() == expected)
  }

  @Test("waits for no run, and says which one has no suggestions")
  func runs() throws {
    let none = accept()
    #expect(none.status == 65)
    #expect(
      none.complaints
        == "cleanslate accept: There is no run of tests with suggestions in '\(folder)/TestResults'.\n")
    try write("a.assertTree(\"\")")
    try suggest("a", for: "")
    var held = run.held()
    #expect(held != nil)
    #expect(accept().complaints.contains("The run one is still under way"))
    held = nil
    // As 'cleanslate test' does.
    var results: Descriptor? = try Descriptor.folder(atPath: "\(folder)/TestResults")
    #expect(try results?.lockAtOnce() == true)
    let refused = accept()
    #expect(refused.status == 65, "\(refused)")
    #expect(
      refused.complaints
        == "cleanslate accept: A 'cleanslate test' writes its results to '\(folder)/TestResults'. Wait for its end.\n"
    )
    results = nil
    let record = RunRecord(
      run: "two", shard: Shard(number: 1, total: 1), filter: [], listed: [], results: [], timings: [:],
      complaints: [], seconds: 1)
    try record.write(in: "\(folder)/TestResults")
    let date = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: "\(folder)/TestResults/run.json")
    #expect(accept().complaints == "cleanslate accept: The latest run, two, suggests nothing.\n")
    #expect(try read() == "a.assertTree(\"\")")
  }

  @Test("takes the suggestions of the run that was written to last, and leaves those of others")
  func latest() throws {
    try write("a.assertTree(\"\")")
    let other = RunFolder(path: "\(folder)/TestResults/runs/two")
    try suggest("of one", for: "")
    try other.add(Suggestion(file: file, line: 1, call: "assertTree", old: "", new: "of two"))
    let date = Date(timeIntervalSinceNow: 60)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: run.path)
    #expect(accept("--patch").output.contains("\n+  of one\n"))
    try FileManager.default.setAttributes(
      [.modificationDate: date.addingTimeInterval(60)],
      ofItemAtPath: "\(other.path)/\(RunFolder.suggestionsName)")
    #expect(accept().output.hasSuffix("Accepted 1 snapshot of the run two, in 1 file.\n"))
    #expect(try read() == "a.assertTree(\n  \"\"\"\n  of two\n  \"\"\")")
  }

  @Test("works on a run by itself: of several at once, one writes, and the others say why they do not")
  func atOnce() throws {
    for round in 1...10 {
      let run = RunFolder(path: "\(folder)/TestResults/runs/\(round)")
      try write(String(repeating: "a.assertTree(\"\")\n", count: 20))
      for line in 1...20 {
        try run.add(Suggestion(file: file, line: line, call: "assertTree", old: "", new: "text \"\(line)\""))
      }
      let outcomes = Mutex<[(status: Int32, output: String, complaints: String)]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let outcome = accept()
        outcomes.withLock { $0.append(outcome) }
      }
      let expected = (1...20).map { "a.assertTree(\n  \"\"\"\n  text \"\($0)\"\n  \"\"\")\n" }.joined()
      #expect(try read() == expected)
      let all = outcomes.withLock(\.self)
      #expect(all.count { $0.output.contains("Accepted 20 snapshots") } == 1, "\(all)")
      for outcome in all where outcome.status != 0 {
        #expect(
          outcome.complaints.contains("is still under way, or another 'cleanslate accept'"), "\(outcome)")
      }
    }
  }

  @Test("says which line of the list it cannot read, and takes the others")
  func cutOff() throws {
    try write("a.assertTree(\"\")")
    try run.add(Array("{\"kind\":\"suggestion\",\"file\":".utf8), to: RunFolder.suggestionsName)
    try suggest("a", for: "")
    let outcome = accept()
    #expect(
      outcome.complaints.hasSuffix("line 1, is cut off or no line of a list of suggestions.\n"), "\(outcome)")
    #expect(try outcome.status == 1 && read().contains("  a\n"))
  }
}
