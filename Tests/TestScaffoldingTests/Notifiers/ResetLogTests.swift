#if DEBUG
import ControlProtocol
import Testing

@testable import TestScaffolding

@MainActor @Suite("The log of resets", .timeLimit(.minutes(10)))
struct ResetLogTests {
  private func receipt(_ generation: Int) -> ResetReceipt {
    ResetReceipt(
      trigger: .beep, generation: generation, nanoseconds: 1, keptData: false, steps: [], cleared: [],
      survived: [], failures: [], abandonedWork: [], leaks: [], notLookedInto: [])
  }

  @Test("has a number for each reset, with its receipt or the reason why there is none")
  func records() {
    let log = ResetLog()
    log.add(.beep, .success(receipt(2)))
    log.add(.button, .failure(ErrorReply(.failed, "no")))
    let first = ResetRecord(number: 1, trigger: .beep, receipt: receipt(2))
    let second = ResetRecord(number: 2, trigger: .button, refusal: ErrorReply(.failed, "no"))
    #expect(log.records() == ResetsReply(count: 2, resets: [first, second]))
    #expect(log.records(after: 1) == ResetsReply(count: 2, resets: [second]))
    #expect(log.records(after: .max) == ResetsReply(count: 2, resets: []))
  }

  @Test("keeps the latest hundred")
  func capacity() {
    let log = ResetLog()
    for generation in 1...150 { log.add(.beep, .success(receipt(generation))) }
    #expect(log.records().count == 150)
    #expect(log.records().resets.map(\.number) == Array(51...150))
  }

  @Test("answers whoever waits when a reset is done, and at once if it is done already")
  func waiting() async {
    let log = ResetLog()
    async let early = log.records(after: 0, timeout: .seconds(600))
    async let also = log.records(after: 0, timeout: .seconds(600))
    await Task.yield()
    log.add(.beep, .success(receipt(2)))
    #expect(await early.count == 1)
    #expect(await also.count == 1)
    #expect(await log.records(after: 0, timeout: .seconds(600)).count == 1)
    #expect(await log.records(after: 1, timeout: .zero).resets == [])
  }
}
#endif
