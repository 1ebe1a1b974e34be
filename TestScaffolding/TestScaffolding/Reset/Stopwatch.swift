#if DEBUG
/// Measures steps that follow one another, in nanoseconds.
struct Stopwatch {
  private let start = ContinuousClock.now
  private var lastLap = ContinuousClock.now

  /// Returns the time since the lap before.
  @discardableResult
  mutating func lap() -> Int {
    let now = ContinuousClock.now
    defer { lastLap = now }
    return (now - lastLap).wholeNanoseconds
  }

  /// The time since the start.
  var total: Int { (ContinuousClock.now - start).wholeNanoseconds }
}
#endif
