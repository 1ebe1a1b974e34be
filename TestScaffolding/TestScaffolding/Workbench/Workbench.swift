#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree

/// What the scaffolding remembers of a running app for whoever develops it: a log, the resets, a recording.
@MainActor
final class Workbench {
  let log = EventLog()
  let recorder = Recorder()

  /// Takes note of an action, before it changes the screen.
  func willPerform(_ action: Action, in host: AppHost) {
    log.add(.action, ActionText.describe(action, in: host.tree))
    recorder.record(action, on: host.tree, isSettled: host.activities.isEmpty)
  }

  /// Takes note of a link that the app has opened.
  func didOpen(_ link: String) {
    log.add(.action, "open \(link)")
    recorder.record(.open(link))
  }

  /// Takes note of a reset.
  func didReset(_ wish: ResetWish, _ outcome: ResetOutcome) {
    let verdict = outcome.isClean ? "clean" : "not clean"
    log.add(
      .reset,
      "generation \(outcome.restart.generation), \(verdict), \(outcome.total.wholeNanoseconds / 1000) µs"
        + (wish.keepsData ? ", data kept" : ""))
    recorder.record(.reset(wish))
  }

  /// Takes note of a request that was not served.
  func didRefuse(_ what: String) { log.add(.refused, what) }
}

/// An action in words; what is typed into a secure field stays untold.
enum ActionText {
  static func describe(_ action: Action, in tree: Element) -> String {
    func target(_ identifier: String) -> String {
      "\(tree.first(withIdentifier: identifier)?.role.rawValue ?? "element") \"\(identifier)\""
    }
    switch action {
    case .tap(let identifier): return "tap \(target(identifier))"
    case .focus(let identifier): return "focus \(target(identifier))"
    case .back: return "back"
    case .edit(let identifier, let text):
      let isSecure = tree.first(withIdentifier: identifier)?.role == .secureField
      let content = isSecure ? "\(text.count) characters" : "\"\(text.prefix(200))\""
      return "type \(content) into \(target(identifier))"
    }
  }
}
#endif
