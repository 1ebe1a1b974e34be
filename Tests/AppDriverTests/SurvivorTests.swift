import ControlProtocol
import Testing

@testable import AppDriver

@Suite("What a reset could not erase")
struct SurvivorTests {
  @Test("is named by its part, and by the item where that is something else")
  func names() {
    let receipt = ResetReceipt(
      generation: 2, nanoseconds: 1, keptData: false, steps: [], cleared: [],
      survived: [.init(part: "documents", item: "documents", reason: "it is not empty")],
      failures: [.init(part: "documents", item: "a.txt", reason: "it is locked")], abandonedWork: [],
      leaks: [],
      processDifferences: [], notLookedInto: [])
    var slate = SlateRecord()
    slate.add(receipt, launch: 1)
    #expect(
      slate.problems == [
        "documents survived the reset: it is not empty",
        #"documents "a.txt" could not be reset: it is locked"#,
      ])
  }
}
