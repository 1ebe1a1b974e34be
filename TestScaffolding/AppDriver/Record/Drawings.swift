#if DEBUG
import ControlProtocol
import ElementTree

/// The screens of a process that nobody has judged yet, and what came after what. The app numbers them, and gives equal ones one
/// number.
struct Drawings: Sendable {
  struct Change: Sendable {
    let old: Element
    let new: Element
  }

  private(set) var screens: [Element] = []
  private(set) var changes: [Change] = []
  /// How many drawings the app no longer had when it was asked for them. Those of resets before the test do not count.
  private(set) var missed = 0
  /// When the test itself has begun, in seconds since the system was started.
  private var start = 0.0
  /// What the latest action made of the screen before it; nil after a reset.
  private(set) var latest: Change?
  private var seen: Set<Int> = []
  /// From the number of one screen to that of the next.
  private var steps: Set<[Int]> = []
  private var last: TraceReply.Screen?

  mutating func beginTest(at uptime: Double) { start = uptime }

  mutating func beginProcess() { (seen, steps, last, latest) = ([], [], nil, nil) }

  /// Adds what the app has handed over, the oldest first. Two may have asked it at once: what is known counts once.
  mutating func add(_ all: [TraceReply.Screen], _ trees: [Int: Element]) {
    for screen in all where last.map({ $0.uptime < screen.uptime }) != false {
      if let last, screen.uptime > start { missed += screen.drawing - last.drawing - 1 }
      guard let tree = trees[screen.number] else { continue }
      if seen.insert(screen.number).inserted { screens.append(tree) }
      // What a reset has drawn is no change of what was there before.
      if let last, let old = trees[last.number] {
        if last.generation != screen.generation {
          latest = nil
        } else if last.number != screen.number {
          let change = Change(old: old, new: tree)
          latest = change
          if steps.insert([last.number, screen.number]).inserted { changes.append(change) }
        }
      }
      last = screen
    }
  }

  var forNextTest: Drawings {
    var next = self
    (next.screens, next.changes, next.missed) = ([], [], 0)
    return next
  }
}
#endif
