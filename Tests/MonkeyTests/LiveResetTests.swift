import AppDriver
import TestSupport
import Testing

@Suite("A live reset equals a fresh launch")
struct LiveResetTests {
  /// How many walks a process lives for.
  private static let walksPerProcess = 20

  @Test(
    "whatever a monkey did before",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func equalsFreshLaunch(of subject: Subject) throws {
    let effort = try Effort()
    var figures = Figures()
    let findings = try figures.search(
      subject, walks: effort.rounds(3), walksPerProcess: Self.walksPerProcess, effort: effort)
    for finding in findings { Issue.record("\(finding)\(effort.repetition(of: "LiveResetTests"))") }
    effort.report("\(subject): \(figures)")
  }

  @Test(
    "which is itself the same each time",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func freshLaunchesAreEqual(of subject: Subject) throws {
    let references = References(subject)
    for start in subject.endings {
      let difference = try references[start].difference(
        to: try references.fresh(start), journey: subject.journey)
      #expect(difference == nil)
    }
  }
}
