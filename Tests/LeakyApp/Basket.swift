import Dispatch

/// Something that a session makes and that ought to go with it.
nonisolated final class Basket: @unchecked Sendable {
  var name = ""
  var onChange: (() -> Void)?
  var delegate: AnyObject?
  var lines: [Line] = []
  var byName: [String: Line] = [:]
  var state = State.open
  var box: Box<[Basket]>?
  var clerk: Clerk?

  enum State {
    case open
    case ordered(at: Int, Line)
  }

  /// Takes back what it was made to hold.
  func letGo() {
    onChange = nil
    delegate = nil
    lines = []
    byName = [:]
    state = .open
    box = nil
    clerk = nil
  }
}

nonisolated final class Line {
  let basket: Basket?
  init(of basket: Basket?) { self.basket = basket }
}

nonisolated final class Box<Content> {
  let content: Content
  init(content: Content) { self.content = content }
}

actor Clerk {
  let basket: Basket
  init(serving basket: Basket) { self.basket = basket }
}

/// What the process has for good, whatever is reset.
@MainActor
final class Board {
  static var shared = Board()
  static var lastTray: Tray?
  var observers: [(name: String, tell: () -> Void)] = []
  var cache: [String: Basket] = [:]
  var hoard: [[UInt8]] = []
  var trays: [Tray] = []
  var boxes: [Box<[Tray]>] = []
  var sessions: [LeakySession] = []
  /// What each new session takes over.
  var heirlooms: [String: AnyObject] = [:]
}

/// How the mistakes that were made are undone.
@MainActor
enum Undo {
  private static var steps: [() -> Void] = []
  private static var isThere: [() -> Bool] = []

  static func add(_ step: @escaping () -> Void) { steps.append(step) }

  /// Expects that nothing holds the object when all is undone.
  static func free(_ object: AnyObject) { isThere.append { [weak object] in object != nil } }

  /// Undoes all, and returns when nothing holds the objects any longer: a task or a queue lets go of them in its own time.
  static func all() async {
    for step in steps { step() }
    steps = []
    let limit = ContinuousClock.now + .seconds(10)
    while isThere.contains(where: { $0() }), .now < limit {
      await withCheckedContinuation { passed in DispatchQueue.global().async { passed.resume() } }
    }
    isThere = []
  }
}
