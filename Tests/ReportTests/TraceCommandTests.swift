import Foundation
import Leaks
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("cleanslate trace")
struct TraceCommandTests {
  private let sample: SampleRun

  init() throws {
    sample = try SampleRun()
    let leak = try JSONEncoder().encode(Leak(type: "Basket", name: "shop.basket"))
    let failing = try SampleRun.trace("Shop.BasketTests/basket()").replacing(
      SampleRun.end(), with: SampleRun.requests + SampleRun.end()
    ).replacing(#"{"type":"Basket","name":"shop.basket"}"#, with: String(decoding: leak, as: UTF8.self))
    try sample.write(failing, to: "1.jsonl")
    let passing = [
      try SampleRun.head("Shop.MenuTests/menu()").replacing("1800000000", with: "1800000009"),
      SampleRun.end("passed"),
    ]
    try sample.write(passing.joined(separator: "\n") + "\n", to: "2.jsonl")
  }

  private func trace(_ words: String...) -> (status: Int32, output: String, complaints: String) {
    var (output, complaints) = ("", "")
    let surroundings = Surroundings(
      folder: sample.home.path(.home), environment: [:], write: { output += $0 },
      complain: { complaints += $0 })
    let status = Command(in: surroundings).run(["trace"] + words)
    return (status, output, complaints)
  }

  @Test("tells of the test that failed last how it ended, and its steps")
  func overview() {
    let told = trace()
    #expect(told.status == 0 && told.complaints == "")
    #expect(
      told.output == """
        Shop.BasketTests/basket(): failed after 2.00 ms, with SampleShop
        BasketTests.swift:13: Expected 2 in the basket, found 1.

        Steps:
            1   0.000001 s  Start Test
            2   0.000002 s  Find SampleShop on a clean slate
            3   0.000700 s  Tap "add"
        (40 steps are left out)
           44   0.000900 s  Look at the screen (then the failure)
           45   0.001900 s  Tap "gone" (failed)

        3 screens, 2 requests, 1 leak. More: step N, screen N, requests, log, leaks.

        """)
  }

  @Test("tells of each line that it cannot read, and leaves out nothing else")
  func unreadable() throws {
    let lines = try String(contentsOfFile: sample.run + "/1.jsonl", encoding: .utf8).split(separator: "\n")
    let (step, screen) = (
      try #require(lines.firstIndex { $0.contains(#""kind":"step""#) }),
      try #require(lines.firstIndex { $0.contains(#""kind":"screen""#) })
    )
    var broken = lines.map(String.init)
    broken[step] = "junk"
    broken[screen] = broken[screen].replacing(#""number":"#, with: #""numeral":"#)
    try sample.write(broken.joined(separator: "\n") + "\n", to: "1.jsonl")
    let (status, output, complaints) = trace()
    #expect(status == 0 && output.contains("2 screens"))
    let places = [step, screen].sorted()
      .map { "cleanslate trace: Line \($0 + 1) of the trace cannot be read.\n" }
    #expect(complaints == places.joined())
  }

  @Test("tells what a step did and changed, and shows the screen after it")
  func steps() {
    #expect(
      trace("basket", "step", "3").output == """
        3. Tap "add"
        On: button "add"
        At: /shop/Tests/BasketTests.swift:12
        After: 0.70 ms, took 0.30 ms

        - text "basket" Basket: 0
        + text "basket" Basket: 1

        """)
    #expect(trace("step", "44").output.contains("\nNo screen is known before it. After it:\nwindow\n"))
    for number in ["4", "43"] {
      #expect(
        trace("step", number).complaints == "cleanslate trace: Steps 4 to 43 are left out of the trace.\n")
    }
    #expect(trace("step", "45").output.contains("\nFailed: There is no button \"gone\".\n"))
    #expect(trace("step", "1").output.hasSuffix("\nNo screen is known of it.\n"))
    #expect(
      trace("screen", "3").output
        == "window\n  screen \"menu\"\n    button \"add\" Add\n    text \"basket\" Basket: 1\n")
  }

  @Test("lists requests with their answers, what happened, and what was left behind")
  func parts() {
    #expect(
      trace("requests").output
        == """
         0.000800 s  POST https://kitchen.example/orders: 201, by the route "POST /orders"
         0.000750 s  GET https://kitchen.example/menu.json: Nothing answers GET https://kitchen.example/menu.json.

        """.replacing("\n ", with: "\n   ").replacing(" 0.000800", with: "   0.000800"))
    #expect(
      trace("log").output
        == "      0.001 s  action: tap button \"add\"\nThe app printed:\nSampleShop: the menu was loaded\n")
    #expect(trace("leaks").output.hasPrefix("After step 2: Basket is still alive; it was shop.basket\n"))
    #expect(trace("menu", "requests").output == "The app asked no server for anything.\n")
    #expect(trace("menu", "leaks").output == "No reset found anything left behind.\n")
  }

  @Test("reads what can be read, and tells of the rest")
  func damaged() throws {
    try sample.write("no trace\n", to: "0.jsonl")
    let whole = try SampleRun.trace("Shop.CrashTests/crash()").replacing("1800000000", with: "1800000020")
    try sample.write(String(whole.dropLast(SampleRun.end().count + 1)), to: "3.jsonl")
    let cutOff = trace()
    #expect(cutOff.status == 0 && cutOff.output.hasPrefix("Shop.CrashTests/crash(): broken off after "))
    #expect(cutOff.complaints.contains("3.jsonl is cut off after line "))
    try sample.write(whole.replacing(SampleRun.end(), with: SampleRun.end("running")), to: "3.jsonl")
    #expect(trace().output.hasPrefix("Shop.CrashTests/crash(): broken off after "))
    #expect(trace("basket").complaints == "")
    #expect(trace("pizza").complaints.contains("0.jsonl is cut off or no line of a trace.\n"))
  }

  @Test("reads no trace of the list but the one that is meant")
  func onlyTheMeant() throws {
    try sample.write("no trace\n", to: "0.jsonl")
    try sample.add("Shop.OldTests/old()", "failed", trace: "0.jsonl", date: -9)
    let unknown = trace("pizza").complaints
    #expect(
      unknown.hasSuffix(
        " traces are of:\n  Shop.OldTests/old()\n  Shop.BasketTests/basket()\n  Shop.MenuTests/menu()\n"))
    let meant = trace("old")
    #expect(meant.status == 65 && meant.complaints.hasSuffix("0.jsonl is cut off or no line of a trace.\n"))
  }

  /// Has 'cleanslate test' end a later run, one test of which has failed without an app.
  private func endLaterRun(_ name: String, _ state: TestResult.State = .failed) throws {
    let test = TestIdentity(framework: .xcTest, id: "Shop.CartTests/testAdds", name: "testAdds")
    let results = [TestResult(test: test, state: state)]
    try RunRecord(
      run: name, shard: Shard(number: 1, total: 1), filter: [], listed: [test.id], results: results,
      timings: [:], complaints: [], seconds: 1
    ).write(in: sample.results)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: "\(sample.results)/run.json")
  }

  private static let untraced = """
    cleanslate trace: 1 test of the latest run failed without a trace, which only a test with an app has. 'cleanslate \
    report' shows what is known of:
      Shop.CartTests/testAdds

    """

  @Test("tells nothing of an earlier run, whose tests had apps")
  func earlier() throws {
    try endLaterRun("later")
    let told = trace()
    #expect(told.status == 65 && told.output == "" && told.complaints == Self.untraced)
    #expect(
      trace("basket").complaints.hasPrefix("cleanslate trace: No trace of the latest run is of 'basket'."))
    // Tests that have begun meanwhile are of the latest run.
    try sample.append("")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 120)], ofItemAtPath: "\(sample.run)/tests.jsonl")
    #expect(trace().output.hasPrefix("Shop.BasketTests/basket(): failed"))
  }

  @Test("tells of failures without a trace, where no other test failed")
  func untraced() throws {
    try endLaterRun("run")
    #expect(trace().output.hasPrefix("Shop.BasketTests/basket(): failed"))
    #expect(trace("testAdds").complaints == Self.untraced)
    try FileManager.default.removeItem(atPath: "\(sample.run)/1.jsonl")
    #expect(trace().complaints == Self.untraced)
    try endLaterRun("run", .waiting)
    #expect(trace().complaints.hasPrefix("cleanslate trace: No test of the latest run failed."))
  }

  @Test("says what is wrong, and what there is")
  func mistakes() {
    let unknown = trace("pizza")
    #expect(unknown.status == 65)
    #expect(
      unknown.complaints == """
        cleanslate trace: No trace of the latest run is of 'pizza'. Its last traces are of:
          Shop.BasketTests/basket()
          Shop.MenuTests/menu()

        """)
    let far = trace("step", "46")
    #expect(far.status == 65)
    #expect(
      far.complaints == "cleanslate trace: The trace has no step 46; its steps have numbers from 1 to 45.\n")
    #expect(
      trace("screen", "1").complaints == "cleanslate trace: No screen is known of step 1, Start Test.\n")
    for (words, problem) in [
      (["step"], "Missing the number of a step: expected 'step 3'."),
      (["step", "x"], "'step x' names no step: expected 'step 3'."),
      (["a", "b"], "Unknown word 'b'."),
      (["--result"], "Unknown option '--result'. Did you mean '--results'?"),
    ] {
      #expect(throws: UsageError(description: problem)) { try TraceCommand(words) }
    }
  }
}
