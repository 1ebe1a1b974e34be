#if DEBUG
import ControlProtocol
import ElementTree

/// The latest screens, as values that nobody looks at before somebody asks: a test that has failed.
///
/// What is older than the generation before the current one goes, so that an app which is reset again and again does not
/// grow by it.
struct Film {
  private struct Frame {
    let generation: Int
    let uptime: Double
    let tree: Element
  }

  private static let most = 120
  /// How many of the first screens stay when there are too many.
  private static let first = 20
  private var frames: [Frame] = []

  mutating func add(_ tree: Element, generation: Int, uptime: Double) {
    if let last = frames.last, last.generation != generation {
      frames.removeAll { $0.generation < last.generation }
    }
    if frames.count == Self.most { frames.remove(at: Self.first) }
    frames.append(Frame(generation: generation, uptime: uptime, tree: tree))
  }

  /// The screens as they may be sent: of a secure field with nothing but dots.
  func screens(after uptime: Double = 0) -> [TraceReply.Screen] {
    frames.filter { $0.uptime > uptime }.map { frame in
      TraceReply.Screen(
        generation: frame.generation, uptime: frame.uptime, tree: ElementRecord(frame.tree))
    }
  }
}
#endif
