#if DEBUG
import ControlProtocol

/// Keeps what came of the latest resets, whoever asked for them, for those who got no answer.
@MainActor
final class ResetLog {
  /// How many resets are done.
  private(set) var count = 0
  private var latest: [ResetRecord] = []
  private let waiters = Waiters()

  /// How many records are kept.
  private static let capacity = 100

  func add(_ trigger: ResetTrigger, _ result: Result<ResetReceipt, ErrorReply>) {
    count += 1
    var record = ResetRecord(number: count, trigger: trigger)
    switch result {
    case .success(let receipt): record.receipt = receipt
    case .failure(let refusal): record.refusal = refusal
    }
    latest = latest.suffix(Self.capacity - 1) + [record]
    waiters.wake()
  }

  /// Returns what came of the resets after the first so many; waits for one, if there is none yet.
  func records(after number: Int, timeout: Duration) async -> ResetsReply {
    await waiters.wait(timeout: timeout) { count > number }
    return records(after: number)
  }

  /// Returns what came of the resets after the first so many.
  func records(after number: Int = 0) -> ResetsReply {
    ResetsReply(count: count, resets: latest.filter { $0.number > number })
  }
}
#endif
