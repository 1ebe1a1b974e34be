#if DEBUG
import ControlProtocol
import ElementTree

/// The latest screens, as values that nobody looks at before somebody asks, as the driver does when a test ends.
///
/// What is older than the generation before the current one goes, so that an app which is reset again and again does not
/// grow by it.
struct ScreenHistory {
  private struct Frame {
    let drawing: Int
    let generation: Int
    let uptime: Double
    let tree: Element
  }

  /// A screen that was handed over, so that the next one like it need not be.
  private struct Known {
    let number: Int
    let tree: Element
  }

  /// How many of the first screens stay when there are too many.
  private static let first = 20
  private var frames: [Frame] = []
  private var drawn = 0
  private var known: [Known] = []
  private var count = 0

  mutating func add(_ tree: Element, generation: Int, uptime: Double) {
    if let last = frames.last, last.generation != generation {
      frames.removeAll { $0.generation < last.generation }
    }
    if frames.count == TraceReply.mostDrawings { frames.remove(at: Self.first) }
    drawn += 1
    frames.append(Frame(drawing: drawn, generation: generation, uptime: uptime, tree: tree))
  }

  /// Hands the screens over as they may be sent: of a secure field with nothing but dots, and without the trees of screens
  /// up to the number that are known.
  mutating func handOver(after uptime: Double = 0, knownUpTo last: Int = 0) -> [TraceReply.Screen] {
    frames.filter { $0.uptime > uptime }.map { frame in
      let number = number(of: frame.tree)
      return TraceReply.Screen(
        number: number, drawing: frame.drawing, generation: frame.generation, uptime: frame.uptime,
        tree: number <= last ? nil : ElementRecord(frame.tree))
    }
  }

  private mutating func number(of tree: Element) -> Int {
    if let same = known.last(where: { $0.tree == tree }) { return same.number }
    if known.count == TraceReply.latest { known.removeFirst() }
    count += 1
    known.append(Known(number: count, tree: tree))
    return count
  }
}
#endif
