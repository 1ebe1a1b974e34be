import TestSupport
import Testing

@Suite("How long tests go on")
struct EffortTests {
  @Test("the short form is the same in every run")
  func shortForm() throws {
    let effort = try Effort(environment: [:])
    #expect(effort.rounds(30) == 30)
    #expect(effort.seed == 1)
    var (one, other) = (effort.generator("walks"), effort.generator("walks"))
    #expect((0..<3).map { _ in one.next() } == (0..<3).map { _ in other.next() })
  }

  @Test("the environment asks for more rounds, and for others")
  func longForm() throws {
    let effort = try Effort(environment: ["CLEANSLATE_EFFORT": "100", "CLEANSLATE_SEED": "7"])
    #expect(effort.rounds(30) == 3_000)
    var (asked, usual) = (effort.generator("walks"), try Effort(environment: [:]).generator("walks"))
    #expect(asked.next() != usual.next())
  }

  @Test("each test draws numbers of its own")
  func independent() throws {
    let effort = try Effort(environment: [:])
    var (walks, storms) = (effort.generator("walks"), effort.generator("storms"))
    #expect(walks.next() != storms.next())
  }

  @Test("what is no number is refused, and the error says what would be one")
  func refused() {
    let much = #expect(throws: EffortError.self) { try Effort(environment: ["CLEANSLATE_EFFORT": "much"]) }
    #expect(
      much.map(String.init(describing:))
        == "CLEANSLATE_EFFORT is 'much': expected a whole number from 1 on, such as 100.")
    #expect(throws: EffortError(variable: "CLEANSLATE_EFFORT", value: "0")) {
      try Effort(environment: ["CLEANSLATE_EFFORT": "0"])
    }
    let seed = #expect(throws: EffortError.self) { try Effort(environment: ["CLEANSLATE_SEED": "-1"]) }
    #expect(seed.map(String.init(describing:)) == "CLEANSLATE_SEED is '-1': expected a number such as 7.")
  }
}
