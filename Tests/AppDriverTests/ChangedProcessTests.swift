import ControlProtocol
import Leaks
import Testing

@testable import AppDriver

@Suite("What a reset could not put back")
struct ChangedProcessTests {
  private static let handler = ProcessDifference(
    what: "signal handler SIGUSR1", before: "default", after: "ignored")
  private static let mask = ProcessDifference(what: "umask", before: "022", after: "077", restored: true)

  private static func receipt(_ generation: Int, _ differences: ProcessDifference...) -> ResetReceipt {
    ResetReceipt(
      generation: generation, nanoseconds: 1, keptData: false, steps: [], cleared: [], survived: [],
      failures: [], abandonedWork: [], leaks: [], processDifferences: differences, notLookedInto: [])
  }

  /// What a test that begins with such lines has to answer for after such receipts.
  private static func slate(_ known: [KnownLeak], _ receipts: ResetReceipt...) -> SlateRecord {
    var slate = SlateRecord()
    for line in known { slate.add(line) }
    for receipt in receipts { slate.add(receipt, launch: 1) }
    return slate
  }

  @Test("fails the test once, however many resets see it")
  func once() {
    let slate = Self.slate([], Self.receipt(2, Self.handler), Self.receipt(3, Self.handler))
    #expect(
      slate.complaints == [
        """
        leaked: signal handler SIGUSR1 (default before, ignored now, generation 1) stays after the reset
          it belongs to the process, and a live reset cannot put it back
        """
      ])
    #expect(!slate.isClean)
  }

  @Test("fails no test that knows of it", arguments: ["signal handler SIGUSR1", "signal handler *"])
  func known(what: String) {
    let known = [KnownLeak(what, reason: "it prints statistics")]
    #expect(Self.slate(known, Self.receipt(2, Self.handler), Self.receipt(3, Self.handler)).complaints == [])
    #expect(
      Self.slate(known, Self.receipt(2)).complaints
        == [
          "knownLeak(\"\(what)\"): it does not leak any more. Take the line out (it said: it prints statistics)"
        ])
  }

  @Test("is two things where it has changed twice")
  func twice() {
    var other = Self.handler
    other.after = "handled in Shop at 12"
    let slate = Self.slate([], Self.receipt(2, Self.handler), Self.receipt(3, other))
    #expect(slate.leaks.map(\.generation) == [1, 2])
  }

  @Test("is not what was put back")
  func restored() {
    let slate = Self.slate([], Self.receipt(2, Self.mask))
    #expect(slate.complaints == [] && slate.isClean)
    #expect(Self.receipt(2, Self.mask).isClean && !Self.receipt(2, Self.mask, Self.handler).isClean)
  }
}
