import Glibc
import Processes
import Synchronization

/// A user that nobody is, for limits that do not hold root.
package struct OtherUser: Sendable {
  package let number: Int

  /// Another one each time: what a user may start is counted over all of the user's processes.
  package init() {
    number = 1_000_000 + Int(getpid()) * 64 + Self.count.add(1, ordering: .relaxed).oldValue % 64
  }

  /// The words in front of a command that run it as this user.
  package var words: [String] {
    ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"]
  }

  private static let count = Atomic(0)

  /// Whether the program can be run so.
  package static func canRun(_ program: String) async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", Self().words + ["test", "-x", program], environment: ["PATH": "/usr/bin:/bin"])
    return outcome?.status == .exited(0)
  }
}
