import ElementTree
import Testing

@Suite("The script of a step")
struct ScriptTests {
  @Test("is what a test writes, with all that is odd in a text escaped")
  func typing() {
    let texts = ["\u{1B}[31m\"\\\n", "é", String(repeating: "🙂", count: 81)]
    #expect(
      texts.map { Step.type(.secureField, "password", text: $0, replaces: false).script } == [
        [#"try app.secureTextFields["password"].typeText("\u{1B}[31m\"\\\n")"#],
        [#"try app.secureTextFields["password"].typeText("é")"#],
        [#"try app.secureTextFields["password"].typeText(String(repeating: "🙂", count: 81))"#],
      ])
  }

  @Test("of a reset says with what, and whether the data stay")
  func reset() {
    let start = Start(arguments: ["EPHEMERAL_{\"a\":true}"], language: "ja_JP.UTF-8")
    #expect(
      Step.reset(start, keepsData: true).script == [
        #"app.launchArguments = ["EPHEMERAL_{\"a\":true}"]"#,
        #"app.launchEnvironment = ["LANG": "ja_JP.UTF-8", "TZ": "UTC"]"#, "try app.reset(keepData: true)",
      ])
    #expect(Step.reset(Start(), keepsData: false).script.last == "try app.reset()")
  }

  @Test("gets simpler until it cannot, and never more so")
  func simpler() {
    var steps: [Step] = [
      .reset(Start(arguments: ["a", "b"], language: "de_DE.UTF-8", timeZone: "Asia/Tokyo"), keepsData: true),
      .type(.textField, "name", text: "Ada", replaces: false), .rush(.cell, "x"), .back,
    ]
    var rounds = 0
    while let index = steps.firstIndex(where: { !$0.simpler.isEmpty }), rounds < 100 {
      // The one that changes least, so that all others come, too.
      steps[index] = steps[index].simpler.last ?? .back
      rounds += 1
    }
    #expect(
      steps == [
        .reset(Start(), keepsData: false), .type(.textField, "name", text: "", replaces: true),
        .tap(.cell, "x"), .back,
      ])
  }

  @Test("Words that tell the time are left out where they are excluded, and only there")
  func exclusions() throws {
    let screen = Element(
      .screen,
      children: [
        Element(.cell, id: "time-1745000000", label: "12:30"), Element(.cell, id: "time-soon", label: "Soon"),
        Element(.text, id: "placed", label: "Placed today at 12:01"),
        Element(.text, id: "note-history", label: "Written at 12:02"),
      ])
    let masked = Exclusion.clock.reduce(screen) { $1.mask($0) }
    #expect(masked.children.map(\.identifier) == ["time-", "time-soon", "placed", "note-history"])
    #expect(masked.children.map(\.label) == ["(a time)", "Soon", "(a time)", "(a time)"])
    let text = #"{"number":1001,"placedAt":"2026-11-21T11:00:00Z","notes":[{"id":1,"writtenAt":12.5}]}"#
    #expect(
      try Exclusion.clock.reduce(text) { try $1.mask($0) }
        == #"{"number":1001,"placedAt":(a time),"notes":[{"id":1,"writtenAt":(a time)}]}"#)
  }
}
