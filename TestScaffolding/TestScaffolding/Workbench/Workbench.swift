#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import OperatingSystem
import Synchronization

/// What the scaffolding keeps for developers about the running app: a log and a recording.
@MainActor
final class Workbench {
  let log = EventLog()
  let recorder = Recorder()
  let untouched = UntouchedWatch()
  /// The test that has failed and waits with the app as it is.
  var pause: PauseNote? { didSet { if pause == nil { pauseEnds.wake() } } }
  /// Those who wait until no test waits any more.
  let pauseEnds = Waiters()
  /// Those who wait for the app to ask a server.
  let requests = Waiters()
  /// Whether nothing was done to the app since it was built without data, or with those of a named state.
  private(set) var isOnCleanSlate = false
  /// The named state that the app was built with, as long as nothing was done to it.
  private(set) var stateAtRest: String?

  /// Notes an action before it changes the screen.
  func willPerform(_ action: Action, in host: AppHost) {
    log.add(.action, ActionText.describe(action, in: host.tree))
    guard let deed = Recorder.deed(action, on: host.tree) else { return }
    recorder.record(deed, on: host.tree, isSettled: !host.isBusy)
    // Where the keyboard is, is nothing that a test would have to begin with.
    if case .tap(let target) = deed, target.role.isEditable { return }
    touch()
  }

  /// Notes that the app has opened a link.
  func didOpen(_ link: String) {
    log.add(.action, "open \(link)")
    recorder.record(.open(link: link))
    touch()
  }

  /// Notes that the app's clock is moved.
  func didMoveClock(_ request: ClockRequest) {
    log.add(.action, request.description)
    var request = request
    request.generation = nil
    recorder.record(.clock(request: request))
    touch()
  }

  /// Notes that a named state was saved.
  func didSaveState(_ name: String) {
    log.add(.action, "save the state \"\(name)\"")
    recorder.record(.saveState(name: name))
  }

  /// Notes that requests are answered in a new way.
  func didSetRoute(_ route: NetworkRoute) {
    log.add(.action, "\(route.to): \(route)")
    recorder.record(.network(route: route))
    touch()
  }

  /// Notes that requests are answered by their servers again.
  func didClearNetwork() {
    log.add(.action, "remove all routes")
    recorder.record(.clearNetwork)
    touch()
  }

  /// Notes that the app is about to be built without a reset.
  func willBuild(onCleanSlate isEmpty: Bool) { (isOnCleanSlate, stateAtRest) = (isEmpty, nil) }

  /// Notes that the app is no longer as it was built.
  func touch() {
    (isOnCleanSlate, stateAtRest) = (false, nil)
    untouched.end()
  }

  /// Notes that a reset has built the app anew and drawn it. What happens from here on happens to that app, also while the
  /// reset still settles and looks for leaks.
  func didRestart(_ request: ResetRequest, generation: Int) {
    recorder.record(.reset(request: request))
    (isOnCleanSlate, stateAtRest) = (!request.keepsData, request.state)
    untouched.begin(request.keepsData ? 0 : generation)
  }

  /// Notes what a reset has found.
  func didReset(_ receipt: ResetReceipt) {
    let verdict = receipt.isClean ? "clean" : "not clean"
    log.add(
      .reset,
      "generation \(receipt.generation), \(verdict), \(Duration.nanoseconds(receipt.nanoseconds).milliseconds) ms"
        + (receipt.keptData ? ", data kept" : "")
        + (receipt.restored.map { ", state \"\($0.state)\"" } ?? "")
        + receipt.late.map { ", late: \($0)" }.joined())
  }

  /// Notes a request that was refused.
  func didRefuse(_ what: String) { log.add(.refused, what) }
}

/// Whether anything has happened to the app since its latest reset.
@MainActor
final class UntouchedWatch: ElementDisplay {
  /// The generation that nothing has happened to, or 0; and whether it has been idle yet.
  private typealias Generation = (number: Int, hasSettled: Bool)
  /// The generation, and what tells it to the driver, so that it need not ask.
  private nonisolated let state = Mutex<(generation: Generation, told: SharedNumber?)>(((0, false), nil))

  var isUntouched: Bool { state.withLock { $0.generation.number != 0 && $0.generation.hasSettled } }

  func tell(_ number: SharedNumber) { state.withLock { $0.told = number } }

  /// Begins when a reset that kept nothing has drawn the app.
  func begin(_ generation: Int) { set { $0 = (generation, false) } }

  /// What the app has drawn and written by itself until it was idle is what the reset has left.
  func settle(_ generation: Int) { set { if $0.number == generation { $0.hasSettled = true } } }

  /// Ends with whatever is done to the app.
  nonisolated func end() { set { $0 = (0, false) } }

  /// Ends with what an app does by itself that was idle, as by a timer or in the background.
  nonisolated func endIfSettled() { set { if $0.hasSettled { $0 = (0, false) } } }

  private nonisolated func set(_ change: (inout Generation) -> Void) {
    state.withLock {
      change(&$0.generation)
      $0.told?.value = $0.generation.hasSettled ? $0.generation.number : 0
    }
  }

  func draw(_ tree: Element) { endIfSettled() }
}

/// Describes an action in words, without the text that is typed into a secure field.
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

/// The latest events, numbered from 1.
@MainActor
final class EventLog: ElementDisplay {
  private var entries: [LogReply.Entry] = []
  private var count = 0
  /// When somebody last did something, however much was drawn since.
  private(set) var lastDeed: Int?
  private let limit: Int
  private let now: () -> Date

  init(limit: Int = 500, now: @escaping () -> Date = { Date() }) {
    self.limit = limit
    self.now = now
  }

  func add(_ kind: LogReply.Kind, _ text: String) {
    count += 1
    let time = Int(now().timeIntervalSince1970 * 1000)
    if kind == .action || kind == .reset { lastDeed = time }
    // Removing from the front moves all other entries, so it is done rarely.
    if entries.count >= 2 * limit { entries.removeFirst(entries.count - limit + 1) }
    entries.append(LogReply.Entry(number: count, unixMilliseconds: time, kind: kind, text: text))
  }

  /// Returns the events after the given number, the oldest first, as far as they are kept.
  func entries(after number: Int) -> [LogReply.Entry] {
    entries.suffix(limit).filter { $0.number > number }
  }

  func draw(_ tree: Element) {
    let alert = tree.first { $0.role == .alert }.map { " with the alert \"\($0.identifier ?? $0.label)\"" }
    add(.drawn, "screen \"\(tree.screen?.identifier ?? "none")\"\(alert ?? "")")
  }
}
#endif
