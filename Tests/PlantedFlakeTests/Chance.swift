import Foundation
import Synchronization

/// Whether a planted flake strikes: only with `CLEANSLATE_PLANTED_FLAKES=1`, and for the same `CLEANSLATE_SEED` in the
/// same runs of a process.
enum Chance {
  private static let isWanted = ProcessInfo.processInfo.environment["CLEANSLATE_PLANTED_FLAKES"] == "1"
  private static let state = Mutex(
    ProcessInfo.processInfo.environment["CLEANSLATE_SEED"].flatMap { UInt64($0) } ?? 1)

  static func strikes(oneIn count: UInt64) -> Bool {
    guard isWanted else { return false }
    return state.withLock { state in
      state &+= 0x9e37_79b9_7f4a_7c15
      let mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      return ((mixed ^ (mixed >> 27)) >> 16) % count == 0
    }
  }
}
