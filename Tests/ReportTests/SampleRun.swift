import Foundation
import Records
import TestSupport

@testable import CleanSlateCommand

/// A folder of results with a run in it, written by hand as the driver writes one.
final class SampleRun: Sendable {
  let home: TemporaryHome
  let results: String
  var run: String { results + "/runs/run" }
  var page: String { results + "/report.html" }

  init() throws {
    home = try TemporaryHome()
    results = home.path(.home) + "/TestResults"
    try FileManager.default.createDirectory(atPath: results + "/runs/run", withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(run)/\(name)"))
  }

  func append(_ line: String) throws {
    let path = "\(run)/tests.jsonl"
    let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    try write(old + line + "\n", to: "tests.jsonl")
  }

  /// Text as it stands in JSON.
  static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  static func test(_ id: String, app: String, role: String? = nil, isCase: Bool = false) throws -> String {
    let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
    let names = parts[0].split(separator: ".", maxSplits: 1).map(String.init)
    return try """
    {"framework":"Swift Testing","id":\(json(id)),"module":\(json(names[0])),"suite":\(json(names.last ?? "")),"name":\(json(parts.last ?? "")),\
    "isCase":\(isCase),"app":\(json(app)),"role":\(role.map(json) ?? "null"),"file":null,"line":null}
    """
  }

  static func summary(_ outcome: String, _ seconds: Double = 0.002, leaks: Int = 0) -> String {
    """
    {"outcome":"\(outcome)","seconds":\(seconds),"launches":1,"launchNanoseconds":4000000,"resets":2,\
    "resetNanoseconds":1000000,"leaks":\(leaks)}
    """
  }

  /// Adds a test to the list.
  func add(
    _ id: String, _ outcome: String, app: String = "SampleShop", role: String? = nil, seconds: Double = 0.002,
    leaks: Int = 0,
    isCase: Bool = false, message: String? = nil, trace: String? = nil, remarks: String = "null",
    date: Int = 0
  ) throws {
    try append(
      """
      {"kind":"test","version":3,"test":\(Self.test(id, app: app, role: role, isCase: isCase)),"date":\(1_800_000_000 + date),\
      "summary":\(Self.summary(outcome, seconds, leaks: leaks)),"message":\(message.map(Self.json) ?? "null"),\
      "trace":\(trace.map(Self.json) ?? "null"),"remarks":\(remarks)}
      """)
  }

  static func head(_ id: String, version: Int = 3) throws -> String {
    #"{"kind":"trace","version":\#(version),"test":\#(try test(id, app: "SampleShop")),"date":1800000000}"#
  }

  static func end(_ outcome: String = "failed") -> String { #"{"kind":"end","test":\#(summary(outcome))}"# }

  /// A trace of a shop whose basket is wrong: three screens, seven steps.
  static func trace(_ id: String, message: String = "Expected 2 in the basket, found 1.") throws -> String {
    func row(_ spans: String...) -> String { "[" + spans.joined(separator: ",") + "]" }
    func span(_ column: Int, _ text: String, _ style: String? = nil) throws -> String {
      let look = try style.map { ",\"s\":\(try json($0))" } ?? ""
      return "{\"c\":\(column),\"n\":\(text.count),\"t\":\(try json(text))\(look)}"
    }
    func screen(_ number: Int, _ rows: [String], _ text: String, _ tree: String) throws -> String {
      """
      {"kind":"screen","number":\(number),"columns":80,"rows":[\(rows.joined(separator: ","))],"text":\(try json(text)),\
      "tree":\(try json(tree))}
      """
    }
    let title = try row(span(1, "Menu", "bold"), span(70, "SampleShop", "dim"))
    let button = try row(span(3, "( Add )", "reversed"))
    let lines = try [
      head(id),
      #"{"kind":"step","number":1,"at":1000,"nanoseconds":null,"depth":0,"text":"Start Test","screen":null}"#,
      screen(
        0, [title, row(), button, row(span(3, "Basket: 0"))], "== Menu ==\n[Add]\nBasket: 0\n",
        "window\n  screen \"menu\"\n    button \"add\" Add\n    text \"basket\" Basket: 0"),
      #"{"kind":"step","number":2,"at":2000,"nanoseconds":500000,"depth":0,"text":"Find SampleShop on a clean slate","screen":0}"#,
      screen(
        1, [title, row(), button, row(span(3, "Basket: 1", "green"))], "== Menu ==\n[Add]\nBasket: 1\n",
        "window\n  screen \"menu\"\n    button \"add\" Add\n    text \"basket\" Basket: 1"),
      #"{"kind":"step","number":3,"at":700000,"nanoseconds":300000,"depth":0,"text":"Tap \"add\"","element":"button \"add\"","file":"/shop/Tests/BasketTests.swift","line":12,"screen":1}"#,
      #"{"kind":"leftOut","steps":40}"#,
      #"{"kind":"step","number":44,"at":900000,"nanoseconds":200000,"depth":0,"text":"Look at the screen","element":"text \"basket\"","file":"/shop/Tests/BasketTests.swift","line":13,"screen":1}"#,
      screen(
        2, [title, row(), row(span(3, "Nobody is there.", "red"))], "== Menu ==\nNobody is there.\n",
        "window\n  screen \"menu\"\n    text \"empty\" Nobody is there."),
      #"{"kind":"step","number":45,"at":1900000,"nanoseconds":250000,"depth":0,"text":"Tap \"gone\"","element":"button \"gone\"","file":"/shop/Tests/BasketTests.swift","line":15,"screen":2,"error":"There is no button \"gone\"."}"#,
      #"{"kind":"failure","at":1000000,"step":44,"message":\#(json(message)),"file":"/shop/Tests/BasketTests.swift","line":13}"#,
      """
      {"kind":"receipt","step":2,"receipt":{"trigger":"controlSocket","generation":4,"nanoseconds":480000,"isClean":false,"keptData":false,\
      "steps":[{"name":"build","nanoseconds":90000}],"cleared":[],"survived":[],"failures":[],"abandonedWork":[],"busy":[],\
      "leaks":[\(leak)],"late":["descriptor /tmp/index"],"survivesInStatic":[],"processDifferences":[],"notLookedInto":[]}}
      """,
      #"{"kind":"event","at":700000,"what":"action","text":"tap button \"add\""}"#,
      #"{"kind":"source","file":"/shop/Tests/BasketTests.swift","first":10,"lines":["@Test func basket() throws {","  let app = try App.current","  try app.buttons[\"add\"].tap()","  #expect(try app.staticTexts[\"basket\"].label == \"Basket: 2\")","","  try app.buttons[\"gone\"].tap()","}"]}"#,
      #"{"kind":"output","text":"SampleShop: the menu was loaded\n"}"#,
      end(),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let leak = """
    {"type":"Basket","name":"shop.basket","count":1,"furtherNames":[],"countByGeneration":{},"holders":[],"furtherHolders":0,\
    "heldFromOutside":0,"holds":{},"isOfProcess":false}
    """

  /// Two requests of the app in the third step of that trace: one with all there can be, and one that nothing has answered.
  static let requests = """
    {"kind":"request","at":800000,"nanoseconds":90000,"request":{"number":1,"method":"POST","url":"https://kitchen.example/orders",\
    "headers":{"Authorization":"(blanked)","X-Table":"4"},"body":"{\\"dish\\":\\"<b>ramen</b>\\"}","bodyBytes":23,\
    "at":"2026-12-31T23:59:00.000Z","route":"POST /orders","status":201},"answer":{"headers":{"X-Order":"7"},"text":"thanks","bytes":6}}
    {"kind":"request","at":750000,"nanoseconds":20000,"request":{"number":2,"method":"GET","url":"https://kitchen.example/menu.json",\
    "headers":{},"bodyBytes":70000,"at":"2026-12-31T23:59:00.000Z","problem":"Nothing answers GET https://kitchen.example/menu.json."}}

    """

  /// Calls the command, and returns what it wrote.
  @discardableResult
  func report(_ words: String...) -> (status: Int32, output: String, complaints: String) {
    report(words, [:])
  }

  func report(
    _ words: [String], _ environment: [String: String]
  ) -> (status: Int32, output: String, complaints: String) {
    var (output, complaints) = ("", "")
    let surroundings = Surroundings(
      folder: home.path(.home), environment: environment, write: { output += $0 },
      complain: { complaints += $0 })
    let status = Command(in: surroundings).run(["report"] + words)
    return (status, output, complaints)
  }

  /// What `cleanslate test` knows of a run: one test of each kind.
  static func results() throws -> [TestResult] {
    func test(_ id: String, _ framework: TestIdentity.Framework) -> TestIdentity {
      TestIdentity(
        framework: framework, id: id, name: String(id.split(separator: "/").last ?? ""),
        place: SourcePlace(file: "Tests/S.swift", line: 5))
    }
    var flaky = TestResult(test: test("M.S/flaky()", .swiftTesting))
    flaky.state = .failed
    flaky.again()
    flaky.state = .passed
    return [
      flaky,
      TestResult(
        test: test("M.S/beside()", .swiftTesting), state: .failed,
        failures: [
          TestFailure(message: "off beside the app", place: SourcePlace(file: "Tests/S.swift", line: 7))
        ]),
      TestResult(test: test("M.C/testPasses", .xcTest), state: .passed, seconds: 0.5),
      TestResult(test: test("M.C/testSkips", .xcTest), state: .skipped("no tmux")),
      TestResult(test: test("M.C/testCrashes", .xcTest), state: .cutOff("It crashed.")),
      TestResult(test: test("M.C/testWaits", .xcTest)),
    ]
  }
}
