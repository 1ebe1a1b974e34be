/// A test that has failed and waits with its app, as the driver tells it to `cleanslate test`: a line on the socket that
/// `ProcessStart` names. The test goes on when the connection ends.
package struct PausedTest: Codable, Equatable, Sendable {
  package let test: String
  /// What went wrong.
  package let message: String
  /// The statement that failed, as in `BasketTests.swift:7`.
  package let place: String?
  /// The address of the app's workbench, with its token.
  package let workbench: String?
  /// The app's control socket.
  package let socket: String

  package init(test: String, message: String, place: String? = nil, workbench: String?, socket: String) {
    (self.test, self.message, self.place) = (test, message, place)
    (self.workbench, self.socket) = (workbench, socket)
  }
}
