extension Duration {
  /// How long a test waits for what is sure to come before it says that it does not: on a busy machine, too.
  package static var patience: Duration { .seconds(120) }
}

/// Waits for what nobody tells, such as what another process has or what lies in its folders.
package enum Waiting {
  /// Beside many other tests all of the time may pass before it is this one's turn to ask again.
  private static let fewestQuestions = 20
  /// What lasts is asked for less often: other tests need the processor.
  private static let longestPause = Duration.milliseconds(20)

  /// Asks again and again whether the condition holds; false when it still does not at the end of the time.
  package static func until(
    within limit: Duration = .patience, isolation: isolated (any Actor)? = #isolation,
    _ condition: () throws -> Bool
  ) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    var (questions, pause) = (1, Duration.milliseconds(1))
    while try !condition() {
      guard .now < end || questions < fewestQuestions else { return false }
      questions += 1
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, longestPause)
    }
    return true
  }
}
