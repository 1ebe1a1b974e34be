/// What the screen is known by that takes the place of one that cannot be shown.
package enum FailureScreen {
  /// The identifier of the screen, which no app gives to one of its own.
  package static let identifier = "cleanslate.failure"
  /// The identifier of the text that says why.
  package static let reason = "cleanslate.failure-reason"
}
