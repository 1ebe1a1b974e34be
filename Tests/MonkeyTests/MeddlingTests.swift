import ElementTree
import TestSupport
import Testing

@Suite("A monkey, let loose on an app that changes its process,")
struct MeddlingTests {
  @Test("finds no difference in what a reset puts back")
  func putBack() throws {
    let effort = try Effort()
    var figures = Figures()
    let findings = try figures.search(
      .meddling(), walks: effort.rounds(5), walksPerProcess: 20, effort: effort)
    for finding in findings { Issue.record("\(finding)\(effort.repetition(of: "MeddlingTests"))") }
    effort.report("MeddlingApp: \(figures)")
  }

  @Test("is told by the receipt what no reset puts back, and shrinks its walk to the one step that does it")
  func harm() throws {
    var figures = Figures(mostFindings: 1)
    let findings = try figures.search(
      .meddling(harm: true), walks: 30, walksPerProcess: 20, effort: Effort(environment: [:]))
    let finding = try #require(findings.first)
    #expect(finding.isRepeatable)
    #expect(finding.difference.place == "in the receipt")
    #expect(finding.difference.lines.allSatisfy { $0.hasPrefix("changed: ") })
    #expect(finding.walk.steps.count == 1)
  }

  @Test("is told so by a reset in the middle of its walk as well")
  func harmOnTheWay() throws {
    let subject = Subject.meddling(harm: true)
    let start = Start(variables: subject.variables)
    let walk = Walk(steps: [.tap(.button, "handler"), .reset(start, keepsData: false)], ending: start)
    let difference = try #require(try Trial(subject, References(subject)).walk(walk).1)
    #expect(difference.place == "in the walk")
    #expect(!difference.lines.isEmpty && difference.lines.allSatisfy { $0.hasPrefix("changed: ") })
  }
}
