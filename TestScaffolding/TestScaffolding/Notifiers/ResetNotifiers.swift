#if DEBUG
import AppRuntime
import ControlProtocol

/// All ways to ask one app for a reset; they end in the same place.
@MainActor
final class ResetNotifiers {
  let button = FloatingButton()
  let gesture = GestureNotifier()
  let http = HTTPNotifier(.http)
  let controlSocket = HTTPNotifier(.controlSocket)
  let beep: BeepNotifier

  private var all: [any ResetNotifier] { [button, gesture, beep, http, controlSocket] }

  init(app: String, environment: [String: String]) {
    beep = BeepNotifier(app: app, environment: environment)
  }

  /// Opens the ways that are chosen, and closes the others.
  func follow(_ choice: ResetChoice) throws {
    for notifier in all { try notifier.follow(choice) }
  }

  /// Closes what others could find when the app has ended.
  func close() { beep.close() }

  /// Lets all of them end in this reset.
  func connect(to reset: LiveReset, of host: AppHost) {
    beep.arguments = { [weak host] in host?.launch.arguments ?? [] }
    for notifier in all {
      let trigger = notifier.trigger
      notifier.add { reset.start($0, from: trigger) }
    }
  }
}
#endif
