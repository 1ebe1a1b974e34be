#if DEBUG
import ControlProtocol

/// The latest resets, and what the process held after each.
@MainActor
final class ResetHistory {
  /// Whether descriptors and memory are looked at, which takes time between two resets.
  var measuresProcess = false
  private(set) var resets: [HistoryReply.Reset] = []
  private static let limit = 100

  func add(_ receipt: ResetReceipt) {
    let footprint = measuresProcess ? Footprint.now() : nil
    if resets.count == Self.limit { resets.removeFirst() }
    resets.append(
      HistoryReply.Reset(
        receipt: receipt, descriptors: footprint?.descriptors, residentBytes: footprint?.residentBytes))
  }
}
#endif
