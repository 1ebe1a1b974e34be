/// What a restart did, step by step.
public nonisolated struct RestartReport: Sendable {
  /// The generation that the restart built.
  public internal(set) var generation = 0
  /// The steps in order, each with the time that it took.
  public private(set) var steps: [(step: RestartStep, duration: Duration)] = []
  /// Work of earlier generations that did not end after it was cancelled, was left behind, and was not reported before.
  public internal(set) var abandonedWork: [Activity] = []

  private var lastMark = ContinuousClock.now

  init() {}

  mutating func finish(_ step: RestartStep) {
    let now = ContinuousClock.now
    steps.append((step, now - lastMark))
    lastMark = now
  }
}
