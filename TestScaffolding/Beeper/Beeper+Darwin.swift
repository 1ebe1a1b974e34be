#if DEBUG
#if canImport(Darwin)
import Darwin
import Dispatch

// Not verified: this package is built and tested on Linux. The system's notify centre takes the place of sockets;
// it keeps names that begin with `user.uid.UID.` to processes of that user, and does not tell who heard.
extension Beeper {
  func send(_ name: BeepName) throws(BeepError) -> Int? {
    let code = notify_post(Self.systemName(name))
    guard code == 0 else { throw .system(call: "notify_post", path: name.text, code: Int32(code)) }
    return nil
  }

  func listen(
    _ name: BeepName, _ handler: @escaping @Sendable () -> Void
  ) throws(BeepError) -> BeepRegistration {
    var token: Int32 = 0
    let queue = DispatchQueue(label: "beep \(name.text)")
    let code = notify_register_dispatch(Self.systemName(name), &token, queue) { _ in handler() }
    guard code == 0 else {
      throw .system(call: "notify_register_dispatch", path: name.text, code: Int32(code))
    }
    return BeepRegistration { [token] in notify_cancel(token) }
  }

  private static func systemName(_ name: BeepName) -> String { "user.uid.\(geteuid()).\(name.text)" }
}
#endif
#endif
