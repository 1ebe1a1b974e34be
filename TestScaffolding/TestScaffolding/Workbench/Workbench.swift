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

/// The latest things that happened, counted from the first.
@MainActor
final class EventLog: ElementDisplay {
  private var entries: [LogReply.Entry] = []
  private var count = 0
  private let limit: Int
  private let start = ContinuousClock.now

  init(limit: Int = 500) { self.limit = limit }

  func add(_ kind: LogReply.Kind, _ text: String) {
    count += 1
    // Dropping from the front moves all the rest, so that is done seldom.
    if entries.count >= 2 * limit { entries.removeFirst(entries.count - limit + 1) }
    entries.append(
      LogReply.Entry(
        number: count, milliseconds: (ContinuousClock.now - start).wholeNanoseconds / 1_000_000, kind: kind,
        text: text))
  }

  /// What happened after the entry with the number, the oldest first, as far as it is remembered.
  func entries(after number: Int) -> [LogReply.Entry] {
    entries.suffix(limit).filter { $0.number > number }
  }

  func draw(_ tree: Element) {
    let alert = tree.first { $0.role == .alert }.map { " with the alert \"\($0.identifier ?? $0.label)\"" }
    add(.drawn, "screen \"\(tree.screen?.identifier ?? "none")\"\(alert ?? "")")
  }
}
#endif
