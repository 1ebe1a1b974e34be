import ControlProtocol
import Leaks
import Testing

@testable import AppDriver

@Suite("Leaks with several holders or several objects that a test knows of")
struct KnownHolderTests {
  private static let inStatic = LeakHolder(.root, LeakPath(["static Globals.items[3]", "Victim"]))
  private static let inBlock = LeakHolder(.root, LeakPath(["closure in Feed.swift:12", "Victim"]))
  private static let guess = LeakHolder(
    .root, LeakPath(["Dispatch", "closure in Feed.swift:12", "Victim"]), isCertain: false)

  private static func victim(_ holders: LeakHolder..., index: Int = 0, generation: Int = 1) -> Leak {
    Leak(type: "Victim", name: "Session.items[\(index)] -> Victim", generation: generation, holders: holders)
  }

  /// What a test that begins with such lines has to answer for after receipts with such leaks.
  private static func complaints(_ known: [KnownLeak], _ receipts: [Leak]...) -> [String] {
    var slate = SlateRecord()
    for line in known { slate.add(line) }
    for (number, leaks) in receipts.enumerated() {
      slate.add(
        ResetReceipt(
          generation: number + 2, nanoseconds: 1, keptData: false, steps: [], cleared: [], survived: [],
          failures: [],
          abandonedWork: [], leaks: leaks, notLookedInto: []), launch: 1)
    }
    return slate.complaints
  }

  @Test("One line with a holder covers one holder, and one that no line names fails the test")
  func eachHolder() {
    let leak = Self.victim(Self.inStatic, Self.inBlock)
    let inStatic = KnownLeak("Victim", holder: "held by static Globals.items*", reason: "r")
    let inBlock = KnownLeak("Victim", holder: "held by closure in Feed.swift*", reason: "r")
    let found = Self.complaints([inStatic], [leak])
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("leaked: Victim (Session.items[0] -> Victim, generation 1) is alive") == true)
    #expect(Self.complaints([inStatic, inBlock], [leak]) == [])
    #expect(Self.complaints([KnownLeak("Victim", reason: "r")], [leak]) == [])
    #expect(Self.complaints([inStatic], [Self.victim(Self.inStatic, Self.guess)]) == [])
  }

  @Test("A line may name a guess where nothing is known for sure")
  func guess() {
    let known = KnownLeak("Victim", holder: "probably held by Dispatch*", reason: "r")
    #expect(Self.complaints([known], [Self.victim(Self.guess)]) == [])
    #expect(Self.complaints([known], [Self.victim(Self.inStatic)]).count == 2)
  }

  @Test("A count counts objects, of which many are one leak of a receipt")
  func objects() {
    let leaks = Leak.grouped((0..<1_000).map { Self.victim(Self.inStatic, index: $0) })
    #expect(leaks.map(\.count) == [1_000])
    #expect(Self.complaints([KnownLeak("Victim", count: 1_000, reason: "r")], leaks) == [])
    #expect(
      Self.complaints([KnownLeak("Victim", count: 998, reason: "r")], leaks) == [
        """
        leaked: 2 Victim (Session.items[0] -> Victim, generation 1) are alive after the reset
          also Session.items[1] -> Victim
          held by static Globals.items[3] -> Victim
          let go of it when the session ends, or allow it in the app: leaks.expectedToSurvive(Victim.self, reason: …)
        """
      ])
    #expect(
      Self.complaints([KnownLeak("Victim", count: 1_001, reason: "r")], leaks) == [
        "knownLeak(\"Victim\"): of 1001 that it accepts, only 1000 leaked. Lower the count to 1000 (it said: r)"
      ])
  }

  @Test("Objects of several generations are one report, and each counts once, however many receipts have it")
  func generations() {
    let first = Self.victim(Self.inStatic)
    let both = Leak.grouped([first, Self.victim(Self.inStatic, index: 1, generation: 2)])
    let found = Self.complaints([], [first], both)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("leaked: 2 Victim (Session.items[0] -> Victim, generations 1 to 2) are") == true)
    #expect(Self.complaints([KnownLeak("Victim", count: 2, reason: "r")], [first], both) == [])
  }

  @Test("The session itself is never offered to be allowed")
  func session() {
    let session = Leak(type: "Session", name: "Session", generation: 1, holders: [Self.inStatic])
    #expect(Self.complaints([], [session]).first?.contains("expectedToSurvive") == false)
  }
}
