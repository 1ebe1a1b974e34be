import Dispatch
import Foundation
import Synchronization

/// Is made and let go of on one queue only, as connections to databases are. Elsewhere its end is the end of the app.
nonisolated final class Bird {
  private let queue: DispatchQueue
  private let mate: Bird?
  weak var friend: Bird?

  init(on queue: DispatchQueue, mate: Bird? = nil) {
    self.queue = queue
    self.mate = mate
  }

  deinit { dispatchPrecondition(condition: .onQueue(queue)) }
}

/// Has birds in all that can hold them. Only its queue may touch them.
nonisolated final class Aviary: @unchecked Sendable {
  private enum Cage {
    case empty
    case one(Bird)
    indirect case inside(Cage, Bird)
  }
  /// Is never changed, but replaced.
  private final class Flight {
    let leader: Bird
    let others: [Bird]
    init(_ leader: Bird, _ others: [Bird]) { (self.leader, self.others) = (leader, others) }
  }
  private struct Content {
    var birds: [Bird] = []
    var byNumber: [Int: Bird] = [:]
    var cages: [Cage] = []
    var flight: Flight?
    var song: () -> Bird? = { nil }
    var anything: Any = 0
  }

  private let queue = DispatchQueue(label: "aviary")
  private var content = Content()

  init() {
    queue.sync {
      content.birds = (0..<100).map { _ in bird() }
      content.byNumber = Dictionary(uniqueKeysWithValues: (0..<50).map { ($0, bird()) })
      content.cages = (0..<50).map { _ in .inside(.one(bird()), bird()) }
    }
  }

  deinit { queue.sync { content = Content() } }

  private func bird() -> Bird { Bird(on: queue, mate: Bird(on: queue)) }

  func change(_ dice: inout Dice) {
    let (kind, index) = (Int.random(in: 0..<7, using: &dice), Int.random(in: 0..<50, using: &dice))
    queue.sync {
      let bird = bird()
      bird.friend = content.birds.first
      switch kind {
      case 0: content.birds[index] = bird
      case 1: content.birds.append(content.birds.remove(at: index))
      case 2: content.byNumber[index] = content.byNumber[index] == nil ? bird : nil
      case 3: content.cages[index] = index.isMultiple(of: 2) ? .one(bird) : .inside(.one(bird), self.bird())
      case 4: content.flight = Flight(bird, (0..<5).map { _ in self.bird() })
      case 5: content.song = { bird }
      default: content.anything = index.isMultiple(of: 2) ? bird : (1, 2, bird, bird)
      }
    }
  }
}

/// A thread that changes what the newest aviary has, as long as the process lives.
nonisolated final class Cat: Sendable {
  static let shared = Cat()

  private struct State {
    weak var aviary: Aviary?
    var pause = Duration.zero
    var hasBegun = false
  }
  private let state = Mutex(State())
  private let count = Atomic(0)

  /// How often it has changed something.
  var changes: Int { count.load(ordering: .relaxed) }

  func turn(to aviary: Aviary) { state.withLock { $0.aviary = aviary } }

  /// Starts the thread, unless it runs already.
  func begin(_ pause: Duration) {
    let isFirst = state.withLock { state in
      state.pause = pause
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    if isFirst { Thread.detachNewThread { self.run() } }
  }

  /// The aviary to change now; whoever has it lets go of it after one change.
  private func current() -> Aviary? { state.withLock(\.aviary) }

  private func run() {
    var dice = Dice(30)
    while true {
      current()?.change(&dice)
      count.add(1, ordering: .relaxed)
      let pause = state.withLock(\.pause)
      // The system sleeps far longer than some microseconds.
      let end = ContinuousClock.now + pause
      if pause >= .milliseconds(1) { usleep(UInt32(pause / .microseconds(1))) }
      while ContinuousClock.now < end {}
    }
  }
}
