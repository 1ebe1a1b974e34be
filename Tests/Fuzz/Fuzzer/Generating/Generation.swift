#if DEBUG
import Foundation
import Glibc
import TestSupport

/// Checks a number of inputs that follow from a seed, and what they leave behind in this process.
@MainActor
struct Generation {
  /// How much of the processor's time one input may take before the system ends this process.
  private static let patience = 10

  let target: FuzzTarget
  let count: Int
  let seed: UInt64
  let corpus: Corpus
  let record: InputRecord

  /// Returns what was done, in words.
  func run() throws -> String {
    let (atStart, first) = (Footprint(), count / 5)
    var mutator = Mutator(corpus, seed: seed)
    try check(first, from: &mutator)
    let warm = Footprint()
    try check(count - first, from: &mutator)
    let end = Footprint()
    try require(end.descriptors == atStart.descriptors, "descriptors went from \(atStart) to \(end)")
    // The allocator keeps what an unusually long input needed; a leak of a few bytes an input is more than this.
    try require(
      end.residentKiB <= warm.residentKiB + 2048 * Sanitizer.memoryFactor + count / 1000,
      "the memory grew from \(warm) to \(end)")
    return "\(count) inputs, \(warm.residentKiB) KiB after a fifth of them and \(end.residentKiB) at the end"
  }

  private func check(_ count: Int, from mutator: inout Mutator) throws {
    for _ in 0..<count {
      let input = mutator.next()
      record.note(input)
      var limit = itimerval()
      limit.it_value.tv_sec = Self.patience
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
      try target.check(input)
    }
    var none = itimerval()
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &none, nil)
  }
}

/// What this process holds.
struct Footprint: CustomStringConvertible {
  let residentKiB: Int
  let descriptors: Int

  init() {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    residentKiB = (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024
    descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  var description: String { "\(residentKiB) KiB and \(descriptors) descriptors" }
}
#endif
