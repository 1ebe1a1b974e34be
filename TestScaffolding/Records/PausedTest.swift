import Foundation

/// A test that has failed and waits with its app, as the driver tells it to `cleanslate test`: a line on the socket that
/// `RunStart` names. The test goes on when the connection ends.
package struct PausedTest: Codable, Equatable, Sendable {
  package let test: String
  /// What went wrong.
  package let message: String
  /// The address of the app's workbench, with its token.
  package let workbench: String?
  /// The app's control socket.
  package let socket: String

  package init(test: String, message: String, workbench: String?, socket: String) {
    (self.test, self.message, self.workbench, self.socket) = (test, message, workbench, socket)
  }
}
