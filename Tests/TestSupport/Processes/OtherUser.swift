import Processes

/// A user that nobody is, for limits that do not hold root.
package enum OtherUser {
  /// The words in front of a command that run it as this user.
  package static let words = ["setpriv", "--reuid=4321", "--regid=4321", "--clear-groups"]

  /// Whether the program can be run so.
  package static func canRun(_ program: String) async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", words + ["test", "-x", program], environment: ["PATH": "/usr/bin:/bin"])
    return outcome?.status == .exited(0)
  }
}
