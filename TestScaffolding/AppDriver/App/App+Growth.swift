#if DEBUG
import ControlProtocol
import ObjectGraph

extension App {
  /// Expects that a journey which is repeated, each time on a clean slate, leaves nothing in the app that adds up.
  ///
  /// Objects of each class that the app holds are counted after each reset, and resident memory is read: what rises
  /// with the repetitions is thrown with its slope, even if each reset by itself looks clean.
  ///
  /// - Parameters:
  ///   - repetitions: How often the journey is gone; at least 8.
  ///   - bytesAllowed: By how much resident memory may rise with each repetition.
  ///   - journey: What is repeated; the app is reset after each time.
  public func assertNoGrowth(
    over repetitions: Int, bytesAllowed: Int = 16_384, _ journey: () throws -> Void
  ) throws {
    var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
    for _ in 0..<repetitions {
      try journey()
      try reset()
      let objects = try self.objects()
      meter.add(objects.counts, residentBytes: objects.residentBytes)
    }
    try meter.check()
  }
}
#endif
