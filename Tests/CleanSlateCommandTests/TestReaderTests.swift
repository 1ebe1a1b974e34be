import Foundation
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("What cleanslate test reads of XCTest")
struct XCTestReaderTests {
  private static let (adds, pays) = ("Shop.CartTests/testAdds", "Shop.CartTests/testPays")
  private static let otherAdds = "Orders.CartTests/testAdds"

  private func events(_ text: String) -> [TestEvent] {
    var reader = XCTestReader([Self.adds, Self.pays, Self.otherAdds].compactMap { TestIdentity(listed: $0) })
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { reader.read(String($0)) }
  }

  @Test("a test that passes, with what it prints")
  func passes() {
    let events = events(
      """
      Test Suite 'CartTests' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testAdds' started at 2026-01-01 10:00:00.000
      hello
      no end of lineTest Case 'CartTests.testAdds' passed (0.25 seconds)
      """)
    #expect(
      events == [
        .started(Self.adds), .printed(Self.adds, line: "hello"), .printed(Self.adds, line: "no end of line"),
        .ended(Self.adds, seconds: 0.25),
      ])
  }

  @Test("a failure of several lines, with its place")
  func fails() {
    let message = #"XCTAssertEqual failed: ("1") is not equal to ("2")"#
    let line = "/w/Cart.swift:5: error: CartTests.testPays : \(message)"
    let events = events(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      \(line)
      and more
      <EXPR>:0: error: CartTests.testPays : threw error "x"
      Test Case 'CartTests.testPays' failed (1.5 seconds)
      """)
    #expect(
      events == [
        .started(Self.pays),
        .failed(
          Self.pays, TestFailure(message: message, place: SourcePlace(file: "/w/Cart.swift", line: 5))),
        .printed(Self.pays, line: line), .failedFurther(Self.pays, line: "and more"),
        .failed(Self.pays, TestFailure(message: #"threw error "x""#, place: nil)),
        .printed(Self.pays, line: #"<EXPR>:0: error: CartTests.testPays : threw error "x""#),
        .ended(Self.pays, seconds: 1.5),
      ])
  }

  @Test("a test that is skipped, with its reason")
  func skips() {
    let events = events(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      /w/Cart.swift:6: CartTests.testPays : Test skipped - no tmux
      Test Case 'CartTests.testPays' skipped (0.0 seconds)
      """)
    #expect(
      events == [
        .started(Self.pays), .skipped(Self.pays, reason: "no tmux"), .ended(Self.pays, seconds: 0),
      ])
  }

  @Test(
    "a message may hold any character",
    arguments: ["\r", "\u{2028}", "\u{85}", "\u{0B}", "\u{0C}", "\u{301}"])
  func anyCharacter(_ character: String) {
    let message = "\(character)off\(character)by one"
    let events = events(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      /w/Cart.swift:5: error: CartTests.testPays : \(message)
      Test Case 'CartTests.testPays' failed (1.5 seconds)
      """)
    let failure = TestFailure(message: message, place: SourcePlace(file: "/w/Cart.swift", line: 5))
    #expect(events.contains(.failed(Self.pays, failure)), "\(events)")
  }

  @Test("a test that failed has failed, even if nothing says why")
  func failsWithoutMessage() {
    var results = TestResults([Self.pays].compactMap { TestIdentity(listed: $0) })
    let text = """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testPays' failed (1.5 seconds)
      """
    for event in events(text) { results.take(event, of: .xcTest) }
    #expect(results[Self.pays]?.verdict == .failed)
    #expect(
      results[Self.pays]?.failures == [
        TestFailure(message: "XCTest says that it failed, and not why.", place: nil)
      ])
  }

  @Test("the message of an assertion that says nothing more has no dash at its end")
  func withoutMessage() throws {
    var reader = ProcessReader([try #require(TestIdentity(listed: Self.pays))], of: .xcTest)
    _ = reader.read("Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000")
    let events = reader.read("/w/Cart.swift:5: error: CartTests.testPays : XCTAssertTrue failed - ")
    let place = SourcePlace(file: "/w/Cart.swift", line: 5)
    #expect(
      events.first == .failed(Self.pays, TestFailure(message: "XCTAssertTrue failed", place: place)))
  }

  @Test("a long line, and many lines, take little time of a processor")
  func long() throws {
    let test = try #require(TestIdentity(listed: Self.pays))
    var reader = ProcessReader([test], of: .xcTest)
    _ = reader.read("Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000")
    let long = [
      "error: ", ": error: CartTests.testPays : ",
      "Test Case 'CartTests.testPays' ",
      ":5: CartTests.testPays : Test skipped ", "Test Suite '",
    ]
    let start = ThreadTime.now
    for text in long { _ = reader.read(String(repeating: text, count: 20_000)) }
    for number in 0..<20_000 { _ = reader.read("\(number): what a test prints of the soup of the day") }
    #expect(ThreadTime.now - start < .seconds(10))
    #expect(
      reader.read("Test Case 'CartTests.testPays' passed (1.5 seconds)") == [.ended(Self.pays, seconds: 1.5)])
  }

  @Test("classes of the same name in two modules are told apart by their order")
  func sameName() {
    let one = """
      Test Case 'CartTests.testAdds' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testAdds' passed (0.5 seconds)
      """
    #expect(
      events(one + "\n" + one) == [
        .started(Self.adds), .ended(Self.adds, seconds: 0.5),
        .started(Self.otherAdds), .ended(Self.otherAdds, seconds: 0.5),
      ])
  }

  @Test("what a test prints about other tests means nothing")
  func liar() {
    let events = events(
      """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testAdds' passed (0.5 seconds)
      Test Case 'NoTests.testAny' started at 2026-01-01 10:00:00.000
      /w/Cart.swift:6: error: CartTests.testAdds : no
      """)
    #expect(events.first == .started(Self.pays))
    #expect(
      events.dropFirst().allSatisfy { if case .printed(Self.pays, _) = $0 { true } else { false } }
        && events.count == 4)
  }

  @Test(
    "a test of which the lines contradict each other has failed",
    arguments: [
      ["passed (0.5 seconds)", "passed (0.5 seconds)"], ["passed (0.5 seconds)", "failed (0.5 seconds)"],
      ["started at 2026-01-01 10:00:00.000", "passed (0.5 seconds)"],
      ["passed (0.5 seconds)", "started at 2026-01-01 10:00:00.000"],
    ])
  func contradicts(_ ends: [String]) {
    var results = TestResults([Self.pays].compactMap { TestIdentity(listed: $0) })
    let lines = (["started at 2026-01-01 10:00:00.000"] + ends).map { "Test Case 'CartTests.testPays' \($0)" }
    for event in events(lines.joined(separator: "\n")) { results.take(event, of: .xcTest) }
    #expect(results[Self.pays]?.verdict == .failed)
  }

  @Test("an error of a test that has ended, as it says itself, is one")
  func errorAfterEnd() {
    var results = TestResults([Self.pays].compactMap { TestIdentity(listed: $0) })
    let text = """
      Test Case 'CartTests.testPays' started at 2026-01-01 10:00:00.000
      Test Case 'CartTests.testPays' passed (0.5 seconds)
      /w/Cart.swift:5: error: CartTests.testPays : off
      """
    for event in events(text) { results.take(event, of: .xcTest) }
    #expect(results[Self.pays]?.failures.map(\.message) == ["off"])
    #expect(results[Self.pays]?.verdict == .failed)
  }
}

@Suite("What cleanslate test reads of Swift Testing")
struct EventReaderTests {
  private static let id = "Shop.Cart/`pays (all)`()/Cart.swift:8:4"

  private func event(_ payload: String) -> [TestEvent] {
    var reader = EventReader()
    return reader.read(#"{"kind":"event","payload":{\#(payload)},"version":"6.3.0"}"#.utf8)
  }

  @Test("lists test functions, and no suites")
  func lists() throws {
    var reader = EventReader()
    let location = #""sourceLocation":{"column":4,"filePath":"/w/Cart.swift","line":8}"#
    #expect(
      reader.read(
        #"{"kind":"test","payload":{"id":"Shop.Cart","kind":"suite","name":"Cart",\#(location)}}"#.utf8
      )
      .isEmpty)
    #expect(
      reader.read(
        #"{"kind":"test","payload":{"id":"\#(Self.id)","kind":"function","name":"`pays (all)`()",\#(location)}}"#
          .utf8
      ).isEmpty)
    let test = try #require(reader.tests.first)
    #expect(reader.tests.count == 1)
    #expect(test.label == "Shop.Cart/`pays (all)`()" && test.suiteName == "Shop.Cart" && test.id == Self.id)
    #expect(test.place == SourcePlace(file: "/w/Cart.swift", line: 8))
    #expect(test.filter == #"^Shop\.Cart/`pays \(all\)`\(\)"#)
  }

  @Test("start and end, with their instants")
  func instants() {
    let rest = #""instant":{"absolute":2.5,"since1970":9},"messages":[],"testID":"\#(Self.id)""#
    #expect(event(#""kind":"testStarted",\#(rest)"#) == [.started(Self.id, at: 2.5)])
    #expect(event(#""kind":"testEnded",\#(rest)"#) == [.endedAt(Self.id, 2.5)])
  }

  @Test("evidence, which comes as a warning, with the error that it is of")
  func evidence() {
    var reader = EventReader()
    func issue(_ flags: String, _ texts: String...) -> [TestEvent] {
      let messages = texts.map { #"{"symbol":"fail","text":"\#($0)"}"# }.joined(separator: ",")
      let line =
        #"{"kind":"event","payload":{"kind":"issueRecorded","issue":{\#(flags)},"messages":[\#(messages)],"#
        + #""testID":"\#(Self.id)"}}"#
      return reader.read(line.utf8)
    }
    let (warning, failure) = (#""isFailure":false,"isKnown":false"#, #""isFailure":true,"isKnown":false"#)
    #expect(issue(warning, "Issue recorded", "The shop is slow") == [])
    #expect(issue(warning, "Issue recorded", #"gone\nEvidence: /w/a\nReport: b"#) == [])
    let message = "Caught error: gone\nEvidence: /w/a\nReport: b"
    #expect(
      issue(failure, "Caught error: gone") == [.failed(Self.id, TestFailure(message: message, place: nil))])
    #expect(issue(failure, "off") == [.failed(Self.id, TestFailure(message: "off", place: nil))])
    // Cases run at the same time.
    for number in 1...2 {
      #expect(issue(warning, "Issue recorded", #"thrown by \#(number)\nEvidence: /w/\#(number)"#) == [])
    }
    for number in 1...2 {
      let message = "Caught error: thrown by \(number)\nEvidence: /w/\(number)"
      #expect(
        issue(failure, "Caught error: thrown by \(number)")
          == [.failed(Self.id, TestFailure(message: message, place: nil))])
    }
  }

  @Test("issues that are failures, and the others")
  func issues() {
    func issue(_ flags: String, id: String = #","testID":"\#(Self.id)""#) -> [TestEvent] {
      let place = #""sourceLocation":{"column":4,"filePath":"/w/Cart.swift","line":9}"#
      let messages = #"[{"symbol":"fail","text":"Expectation failed"},{"symbol":"details","text":"a\nb"}]"#
      return event(
        #""kind":"issueRecorded","issue":{\#(flags),\#(place)},"messages":\#(messages)\#(id)"#)
    }
    let failure = TestFailure(
      message: "Expectation failed\na\nb", place: SourcePlace(file: "/w/Cart.swift", line: 9))
    #expect(issue(#""isFailure":true,"isKnown":false"#) == [.failed(Self.id, failure)])
    #expect(issue(#""isFailure":false,"isKnown":false"#) == [])
    #expect(issue(#""isFailure":false,"isKnown":true"#) == [])
    #expect(issue(#""isKnown":false"#) == [.failed(Self.id, failure)])
    #expect(issue(#""isKnown":true"#) == [])
    #expect(issue(#""isFailure":true"#, id: "") == [.failed("(outside of any test)", failure)])
  }

  @Test("the reason of a skip")
  func skips() {
    let messages = #"[{"symbol":"skip","text":"Test pays() skipped: \"no tmux\""}]"#
    #expect(
      event(#""kind":"testSkipped","messages":\#(messages),"testID":"\#(Self.id)""#) == [
        .skipped(Self.id, reason: "no tmux")
      ])
    let cancelled = #"[{"symbol":"skip","text":"Test pays() was cancelled: not now"}]"#
    #expect(
      event(#""kind":"testCancelled","messages":\#(cancelled),"testID":"\#(Self.id)""#) == [
        .skipped(Self.id, reason: "not now")
      ])
    for (text, reason) in [
      (#"Test pays() skipped: \"no tmux\nsee #12\""#, "no tmux\nsee #12"),
      (#"Test \"is never skipped: soup\" skipped: \"no \"tmux\"\""#, "no \"tmux\""),
      (#"Test \"is never skipped: soup\" skipped."#, ""), (#"Test \"a \"b\" c\" skipped: \"d\""#, "d"),
      ("Test `is skipped: soup`() skipped.", ""), ("Test pays(_:) skipped.", ""),
    ] {
      let messages = #"[{"symbol":"skip","text":"\#(text)"}]"#
      #expect(
        event(#""kind":"testSkipped","messages":\#(messages),"testID":"\#(Self.id)""#) == [
          .skipped(Self.id, reason: reason)
        ])
    }
    var reader = EventReader()
    let ended =
      #"[{"symbol":"skip","text":"Test pays() was cancelled after 0.001 seconds: \"no\nreason\""}]"#
    let told = [("testCancelled", "[]"), ("testEnded", ended)].flatMap { kind, messages in
      let payload = #"{"kind":"\#(kind)","messages":\#(messages),"testID":"\#(Self.id)"}"#
      return reader.read(#"{"kind":"event","payload":\#(payload)}"#.utf8)
    }
    #expect(
      told == [
        .skipped(Self.id, reason: ""), .skipped(Self.id, reason: "no\nreason"), .endedAt(Self.id, 0),
      ])
  }

  @Test(
    "what is no event is left out",
    arguments: [#"{"kind":"new","payload":7}"#, #"{"kind":"event","payload":{"kind":"new"}}"#])
  func others(_ line: String) {
    var reader = EventReader()
    #expect(reader.read(line.utf8).isEmpty && reader.tests.isEmpty && reader.problems.isEmpty)
  }

  @Test(
    "what is no record is a problem, and a test without a place is none",
    arguments: [
      "", "{", "[]", #"{"kind":"event"}"#, #"{"kind":"test","payload":{"kind":"function","id":"M.a()"}}"#,
    ]
  )
  func rubbish(_ line: String) {
    var reader = EventReader()
    #expect(reader.read(line.utf8).isEmpty)
    #expect(reader.problems.count == 1 && reader.problems[0].hasPrefix("Line 1 "), "\(reader.problems)")
  }
}
