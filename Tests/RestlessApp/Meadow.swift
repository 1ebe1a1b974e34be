/// All that one session has: some 5,000 objects, behind locks of all kinds and in actors.
nonisolated final class Meadow: Sendable {
  private let fenced: [any Fenced]
  private let wards: [Ward]
  let chest = Chest()

  init() {
    let kinds: [() -> any Fenced] = [
      { LockedPatch() }, { MutexPatch() }, { ThreadLockPatch() }, { ReadWritePatch() }, { QueuePatch() },
    ]
    fenced = (0..<35).map { kinds[$0 % kinds.count]() }
    wards = (0..<15).map { _ in Ward() }
  }

  /// Changes something, on the thread that calls.
  func change(_ dice: inout Dice) {
    fenced.randomElement(using: &dice)?.change(&dice)
    chest.shake(&dice)
  }

  func changeActors(_ dice: inout Dice) async {
    guard let ward = wards.randomElement(using: &dice) else { return }
    dice = await ward.change(dice)
    change(&dice)
  }
}

/// Something that several threads may change.
nonisolated protocol Fenced: AnyObject, Sendable {
  func change(_ dice: inout Dice)
}

actor Ward {
  private var flock = Flock()

  func change(_ dice: Dice) -> Dice {
    var dice = dice
    flock.change(&dice)
    return dice
  }
}
