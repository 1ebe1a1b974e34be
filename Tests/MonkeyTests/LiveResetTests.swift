import AppDriver
import Synchronization
import TestSupport
import Testing

@Suite("A live reset equals a fresh launch")
struct LiveResetTests {
  /// How many walks a process lives for.
  private static let walksPerProcess = 20

  /// The fresh launches that both tests compare with, by the app.
  private static let references = Mutex<[String: References]>([:])

  private static func references(of subject: Subject) -> References {
    references.withLock { known in
      let references = known[subject.name] ?? References(subject)
      known[subject.name] = references
      return references
    }
  }

  @Test(
    "whatever a monkey did before",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func equalsFreshLaunch(of subject: Subject) throws {
    let effort = try Effort()
    var figures = Figures()
    let findings = try figures.search(
      subject, references: Self.references(of: subject), walks: effort.rounds(2),
      walksPerProcess: Self.walksPerProcess, effort: effort)
    for finding in findings { Issue.record("\(finding)\(effort.repetition(of: "LiveResetTests"))") }
    effort.report("\(subject): \(figures)")
  }

  @Test(
    "which is itself the same each time",
    arguments: [Subject.onboarding, .account, .shop, .orders, .storefront])
  func freshLaunchesAreEqual(of subject: Subject) throws {
    let references = Self.references(of: subject)
    let effort = try Effort()
    var random = effort.generator("launches of \(subject)")
    // The walks launch the other endings as well, and compare each with a reset.
    let others = subject.endings.dropFirst().shuffled(using: &random)
    for start in subject.endings.prefix(1) + others.prefix(effort.rounds(1)) {
      let difference = try references[start].difference(
        to: try references.fresh(start), journey: subject.journey)
      #expect(difference == nil)
    }
  }
}
