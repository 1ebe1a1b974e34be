/// What the screen is known by that takes the place of one that cannot be shown.
package enum FailureScreen {
  /// The identifier of the screen.
  package static let identifier = "failure"
  /// The identifier of the text that says why.
  package static let reason = "failure-reason"
}
