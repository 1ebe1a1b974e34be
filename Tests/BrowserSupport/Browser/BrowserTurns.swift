import Foundation
import TestSupport
package import Testing

/// Lets few tests of a suite run at once, each on a thread of its own: each has a browser of several processes, which are
/// busy as long as the test is there.
package struct BrowserTurns: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turns.shared.take()
    do {
      try await OwnThread.run(function)
    } catch {
      await Turns.shared.giveBack()
      throw error
    }
    await Turns.shared.giveBack()
  }
}

extension Trait where Self == BrowserTurns {
  /// Uses no more browsers at once than there are processors.
  package static var inTurns: Self { Self() }
}

actor Turns {
  static let shared = Turns()

  private var free = ProcessInfo.processInfo.activeProcessorCount
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack() async {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    free += 1
    await BrowserPool.shared.endIdle()
  }

  var isAnyoneWaiting: Bool { !waiting.isEmpty }
}
