import AppRuntime
import ControlProtocol
import FeatureFlags
import HeldResources
import Leaks
import Testing

@testable import TestScaffolding

@MainActor @Suite("What is suspected of being a leak")
struct SuspicionTests {
  private final class Pair {
    var other: AnyObject?
  }

  private let app: ScaffoldedApp
  private var leaks: LeakTracker { app.scaffolding.leaks }

  init() async throws {
    app = try ScaffoldedApp()
    try await app.start()
  }

  /// Tells how often it is drained and waited, and does something else while it is waited.
  private final class Count {
    var (drains, waits) = (0, 0)
  }

  private func counting(whileWaiting work: @escaping @MainActor () -> Void = {}) -> Count {
    let count = Count()
    leaks.drain = { count.drains += 1 }
    leaks.wait = { isSuspected in
      count.waits += 1
      #expect(isSuspected())
      work()
    }
    return count
  }

  @Test("is late where it goes away within the time that only a suspect gets")
  func late() async throws {
    let count = counting { [app] in app.leakage.sessions = [] }
    app.leakage.sessions = [try #require(app.host.session as? NoteSession)]
    let receipt = try await app.reset()
    #expect(receipt.late == ["NoteSession (NoteSession, generation 1)"])
    #expect(receipt.isClean && receipt.leaks == [])
    #expect((count.drains, count.waits) == (QueuedWork.drains, 1))
    let entries = app.scaffolding.workbench.log.entries(after: 0)
    #expect(entries.last?.text.hasSuffix("ms, late: NoteSession (NoteSession, generation 1)") == true)
  }

  @Test("is not what nobody can list: that is not looked into")
  func withoutLists() async throws {
    #expect(ResourceSurvey.gap() == nil)
    let gap = try #require(ResourceSurvey.gap(at: "/proc/self/nowhere"))
    let survey = ResourceSurvey(folders: nil) { _ in false }
    let seen = try await app.reset().notLookedInto
    leaks.resources = ResourceWatch(survey, gap: gap)
    #expect(try await app.reset().notLookedInto == seen + [gap])
    #expect(gap == "descriptors, threads, child processes and mapped files (the system has no /proc)")
  }

  @Test("has leaked where it stays, and is not waited for again")
  func leaked() async throws {
    let count = counting()
    app.leakage.sessions = [try #require(app.host.session as? NoteSession)]
    let receipt = try await app.reset()
    #expect(receipt.leaks.map(\.type) == ["NoteSession"] && receipt.late == [])
    #expect(count.waits == 1)
    let again = try await app.reset()
    #expect(again.leaks.map(\.generation) == [1] && again.late == [])
    #expect(count.waits == 1)
    app.leakage.sessions = []
  }

  @Test("is not waited for where something holds it that no time releases")
  func cycle() async throws {
    let count = counting()
    weak let pair = try makePair()
    let receipt = try await app.reset()
    #expect(
      receipt.leaks.first?.type.hasSuffix("Pair") == true
        && receipt.leaks.first?.holders.map(\.kind) == [.cycle])
    #expect((count.drains, count.waits) == (QueuedWork.drains, 0))
    pair?.other = nil
  }

  /// Gives the session two objects that hold each other.
  private func makePair() throws -> Pair {
    let (one, other) = (Pair(), Pair())
    (one.other, other.other) = (other, one)
    try #require(app.host.session as? NoteSession).paper.cover = one
    return one
  }

  @Test("is nothing where nothing is left, and then nobody waits")
  func nothing() async throws {
    let count = counting()
    #expect(try await app.reset().isClean)
    #expect((count.drains, count.waits) == (0, 0))
  }

  /// Is busy in its second generation until it is told to go on.
  private struct SlowFeature: FeaturePlugin {
    let work: AsyncStream<Void>
    var flags: [FlagDeclaration] { NoteFeature().flags }

    @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession {
      if environment.generation == 2 { environment.tasks.start("load") { for await _ in work {} } }
      return NoteSession(environment: environment)
    }
  }

  @Test("is given its time by the reset, also where somebody asks for leaks while that is under way")
  func askedMeanwhile() async throws {
    let (work, end) = AsyncStream<Void>.makeStream()
    let fixture = try RouterFixture(feature: SlowFeature(work: work))
    let (app, leaks) = (fixture.app, fixture.app.scaffolding.leaks)
    try await app.start()
    leaks.drain = {}
    leaks.wait = { _ in app.leakage.sessions = [] }
    app.leakage.sessions = [try #require(app.host.session as? NoteSession)]
    let revision = try await fixture.ask(.tree).decoded(TreeReply.self).revision
    async let receipt = fixture.ask(.reset)
    _ = await fixture.ask(.tree, ["after": "\(revision)", "timeout": "600000"])
    let asked = Task.immediate {
      try await fixture.router.answer(
        .leaks, query: [:], body: RequestBody(bytes: []), from: .controlSocket) as? LeaksReply
    }
    end.finish()
    let late = try await receipt.decoded(ResetReceipt.self).late
    #expect(late == ["NoteSession (NoteSession, generation 1)"])
    #expect(try await asked.value?.leaks == [])
  }

  @Test("is a value of the process, until the end of the reset", arguments: [true, false])
  func process(isForAMoment: Bool) async throws {
    var value = "usual"
    leaks.compare("mood") { value }
    leaks.process.begin(nil)
    let count = counting { if isForAMoment { value = "usual" } }
    value = "odd"
    let receipt = try await app.reset()
    #expect(receipt.processDifferences.map(\.what) == (isForAMoment ? [] : ["mood"]))
    #expect((count.drains, count.waits) == (QueuedWork.drains, 1))
    // Nobody who only looks makes it news again.
    #expect(await leaks.leftBehind(in: app.host).differences == [])
    #expect(try await app.reset().processDifferences == receipt.processDifferences)
    #expect(count.waits == 1, "it was told before")
  }
}
