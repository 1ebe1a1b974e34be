import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("cleanslate accept --audit")
struct AcceptAuditTests {
  private let home: TemporaryHome
  private let folder: String
  private var run: RunFolder { RunFolder(path: "\(folder)/TestResults/runs/one") }
  private var list: String { "\(folder)/Tests/ShopUITests/Accessibility.json" }

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home) + "/shop"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Tests/ShopUITests", withIntermediateDirectories: true)
    try Data("// swift-tools-version: 6.3\n".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
  }

  /// Adds a test that has drawn a screen with these findings.
  private func draw(_ screen: String, _ elements: [String], target: String = "ShopUITests") throws {
    var test = TestIdentity(
      framework: .xcTest, id: "\(target).A/test", module: target, suite: "A", name: "test")
    test.app = "Shop"
    let findings = elements.map { JudgedScreen.Finding(rule: "cutText", element: $0, message: "It is cut.") }
    let record = TestRecord(
      test: test, date: 1, summary: TestSummary(outcome: "passed", seconds: 1),
      audit: [JudgedScreen(screen: screen, findings: findings, notJudged: [])])
    try run.add(TraceLine.bytes("test", Array(try JSONEncoder().encode(record))))
  }

  private func accept(
    _ words: String..., environment: [String: String] = [:]
  ) -> (status: Int32, output: String, complaints: String) {
    var (output, complaints) = ("", "")
    let surroundings = Surroundings(
      folder: folder, environment: environment, write: { output += $0 }, complain: { complaints += $0 })
    let status = Command(in: surroundings).run(["accept", "--audit"] + words)
    return (status, output, complaints)
  }

  private func read() throws -> String { try String(contentsOfFile: list, encoding: .utf8) }

  @Test(
    "writes which screens are clean, and what is wrong with the others; a reason that somebody gave stays")
  func writes() throws {
    try draw("menu", [])
    try draw("basket", ["pay", "empty"])
    let outcome = accept()
    #expect(outcome.complaints == "" && outcome.status == 0)
    #expect(
      outcome.output
        == "Tests/ShopUITests/Accessibility.json\nAccepted what the run one found on 2 screens, in 1 file.\n")
    #expect(
      try read() == """
        {
          "Shop" : {
            "basket" : [
              {
                "element" : "empty",
                "reason" : "It was there when the list was made.",
                "rule" : "cutText"
              },
              {
                "element" : "pay",
                "reason" : "It was there when the list was made.",
                "rule" : "cutText"
              }
            ],
            "menu" : [

            ]
          }
        }

        """)
    let known = try read().replacing("It was there when the list was made.", with: "The designer knows.")
    try Data(known.utf8).write(to: URL(filePath: list))
    #expect(accept().output == "Accepted what the run one found on 2 screens, in 0 files.\n")
    #expect(try read() == known)
  }

  @Test("takes out what is mended, but no reason that somebody has written: a run may not have drawn all")
  func reasons() throws {
    let text = """
      {"Shop": {"basket": [
        {"rule": "cutText", "element": "pay", "reason": "The designer knows."},
        {"rule": "cutText", "element": "empty", "reason": "\(AccessibilityList.firstReason)"}]}}
      """
    try Data(text.utf8).write(to: URL(filePath: list))
    try draw("basket", [])
    #expect(accept().status == 0)
    let kept = try read()
    #expect(kept.contains("The designer knows.") && !kept.contains("empty"), "\(kept)")
    try Data(text.replacing("\n", with: "\r\n").utf8).write(to: URL(filePath: list))
    #expect(accept().status == 0)
    #expect(try read() == kept.replacing("\n", with: "\r\n"), "the line ends stay")
  }

  @Test("keeps each reason that somebody has written, also beside the one that was there first")
  func written() throws {
    let reasons = [AccessibilityList.firstReason, "The designer knows.", "The new checkout has one button."]
    let lines = reasons.map { "{\"rule\": \"cutText\", \"element\": \"pay\", \"reason\": \"\($0)\"}" }
    try Data("{\"Shop\": {\"basket\": [\(lines.joined(separator: ", "))]}}".utf8).write(
      to: URL(filePath: list))
    try draw("basket", ["pay", "empty"])
    #expect(accept().status == 0)
    let kept = try #require(try AccessibilityList.read(at: list)?.apps["Shop"]?["basket"])
    #expect(kept.map(\.element) == ["empty", "pay", "pay"] && kept.map(\.reason) == reasons, "\(kept)")
  }

  @Test("writes no list that was edited since it was read")
  func editedMeanwhile() throws {
    try Data("{}".utf8).write(to: URL(filePath: list))
    try draw("menu", ["pay"])
    let package = try PackageFolder(at: folder, from: "/")
    let change = try #require(AcceptedAudit(run.entries().0).lists(in: package).changed.first)
    try Data("{ }".utf8).write(to: URL(filePath: list))
    let error = #expect(throws: RecordError.self) { try change.write() }
    #expect(error?.description == "'\(list)' was edited just now; nothing of it is changed.")
    #expect(try read() == "{ }")
  }

  @Test("writes the list of a target whose folder's name no module can have")
  func folders() throws {
    let tests = "\(folder)/Tests/Shop-UI.Tests"
    try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
    try draw("menu", ["pay"], target: "Shop_UI_Tests")
    #expect(accept().complaints == "")
    #expect(FileManager.default.fileExists(atPath: "\(tests)/Accessibility.json"))
    #expect(
      AccessibilityList.path(for: "Shop_UI_Tests", in: "\(folder)/Tests") == "\(tests)/Accessibility.json")
  }

  @Test("takes the findings of all targets that share a list by links")
  func sharedList() throws {
    let shared = "\(folder)/shared.json"
    try Data("{}".utf8).write(to: URL(filePath: shared))
    for target in ["A", "B"] {
      let tests = "\(folder)/Tests/\(target)"
      try FileManager.default.createDirectory(atPath: tests, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: "\(tests)/Accessibility.json", withDestinationPath: shared)
      try draw("screen of \(target)", ["pay"], target: target)
    }
    try draw("basket", ["total"], target: "A")
    try draw("basket", ["empty"], target: "B")
    #expect(accept().output == "shared.json\nAccepted what the run one found on 4 screens, in 1 file.\n")
    let text = try String(contentsOfFile: shared, encoding: .utf8)
    for word in ["screen of A", "screen of B", "total", "empty"] { #expect(text.contains(word), "\(text)") }
  }

  @Test("changes no list that is read-only, and one that a link leads to where it is")
  func protected() throws {
    try draw("menu", ["pay"])
    let shared = "\(folder)/shared.json"
    try Data("{}".utf8).write(to: URL(filePath: shared))
    try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: shared)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: shared)
    let refused = accept()
    #expect(refused.status == 1 && refused.complaints.contains("shared.json' is read-only."), "\(refused)")
    #expect(refused.output.contains("in 0 files"))
    #expect(try String(contentsOfFile: shared, encoding: .utf8) == "{}")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: shared)
    #expect(accept().status == 0)
    #expect(try String(contentsOfFile: shared, encoding: .utf8).contains("pay"))
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: list)) == shared)
  }

  @Test("prints a patch that git applies, and writes nothing")
  func patch() throws {
    try draw("menu", [])
    let patch = accept("--patch")
    #expect(
      patch.output == """
        diff --git a/Tests/ShopUITests/Accessibility.json b/Tests/ShopUITests/Accessibility.json
        new file mode 100644
        --- /dev/null
        +++ b/Tests/ShopUITests/Accessibility.json
        @@ -0,0 +1,7 @@
        +{
        +  "Shop" : {
        +    "menu" : [
        +
        +    ]
        +  }
        +}

        """)
    let link = home.path(.home) + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
    #expect(accept("--patch", "--package-path", link).output == patch.output)
    #expect(!FileManager.default.fileExists(atPath: list))
  }

  @Test("says what is missing: a run with audits, the folder of a target, a reason; and refuses CI")
  func refusals() throws {
    #expect(accept().complaints.contains("There is no run of tests"))
    try draw("menu", [], target: "Elsewhere")
    #expect(accept().complaints.contains("There is no folder '\(folder)/Tests/Elsewhere'"))
    try draw("menu", ["pay"])
    try Data(#"{"Shop": {"menu": [{"rule": "cutText", "element": "pay", "reason": " "}]}}"#.utf8)
      .write(to: URL(filePath: list))
    #expect(
      accept().complaints.contains(
        "allows cutText of \"pay\" on the screen \"menu\" of Shop without a reason."))
    let more =
      #"{"Shop": {"menu": [{"rule": "cutText", "element": "pay", "reason": "So.", "ticket": "A-12"}]}}"#
    try Data(more.utf8).write(to: URL(filePath: list))
    #expect(accept().complaints.contains("is not as 'swift run cleanslate accept --audit' writes it"))
    #expect(try read() == more, "it would lose the ticket")
    try FileManager.default.removeItem(atPath: list)
    try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: list)
    let unreadable = accept()
    #expect(
      unreadable.complaints.contains("'\(list)' cannot be read: ")
        && unreadable.complaints.contains("Too many levels of symbolic links"), "\(unreadable)")
    #expect(throws: (any Error).self, "it is left as it is") { try read() }
    #expect(accept(environment: ["CI": "1"]).complaints.contains("CI is set"))
  }
}
