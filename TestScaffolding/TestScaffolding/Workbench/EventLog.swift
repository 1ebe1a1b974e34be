#if DEBUG
import ControlProtocol
import ElementTree

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
