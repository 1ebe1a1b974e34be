import Foundation
import Synchronization

/// How often every thread and task of the unrest changes something.
nonisolated enum Pace: String, CaseIterable, Sendable {
  case none
  case eachMillisecond = "each-millisecond"
  case constant
}

/// Threads and tasks that change what the newest session has, as long as the process lives.
nonisolated final class Unrest: Sendable {
  static let shared = Unrest()

  private struct State {
    weak var meadow: Meadow?
    var pace = Pace.none
    var hasBegun = false
  }
  private let state = Mutex(State())

  var pace: Pace { state.withLock(\.pace) }

  func turn(to meadow: Meadow) { state.withLock { $0.meadow = meadow } }

  /// Starts the threads and tasks, unless they run already or nothing is to be changed.
  func begin(_ pace: Pace) {
    let isFirst = state.withLock { state in
      state.pace = pace
      defer { if pace != .none { state.hasBegun = true } }
      return pace != .none && !state.hasBegun
    }
    guard isFirst else { return }
    for number in 1...2 {
      Thread.detachNewThread { self.runThread(Dice(number)) }
      Task.detached { await self.runTask(Dice(10 + number)) }
    }
    Task.detached { await Stirrer(Dice(20)).run(for: self) }
  }

  /// The objects to change now; whoever has them lets go of them after one change.
  func current() -> Meadow? { state.withLock(\.meadow) }

  private func runThread(_ dice: Dice) {
    var dice = dice
    while true {
      current()?.change(&dice)
      if pace != .constant { usleep(1_000) }
    }
  }

  private func runTask(_ dice: Dice) async {
    var dice = dice
    while true {
      await current()?.changeActors(&dice)
      await rest()
    }
  }

  func rest() async {
    if pace == .constant { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// Changes things from an actor of its own.
actor Stirrer {
  private var dice: Dice

  init(_ dice: Dice) { self.dice = dice }

  func run(for unrest: Unrest) async {
    while true {
      unrest.current()?.change(&dice)
      await unrest.rest()
    }
  }
}

/// Numbers that are random enough, without a system call.
nonisolated struct Dice: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
