import Glibc
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import HeldResources

@Suite("The environment of the process")
struct EnvironmentTests {
  private static let isOver = Atomic(false)

  /// The C library moves its list while nobody else may read it, which a thread that was left over does not know.
  @Test("is read without harm while another thread adds to it")
  func adding() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let before = EnvironmentVariables.now()
        await withTaskGroup { group in
          group.addTask {
            await OwnThread.run {
              var number = 0
              while !EnvironmentTests.isOver.load(ordering: .relaxed) {
                for _ in 0..<300 {
                  setenv("CLEANSLATE_TEST_\(number % 5_000)", String(repeating: "x", count: number % 900), 1)
                  number += 1
                }
                clearenv()
              }
            }
          }
          for _ in 0..<100 { _ = before.putBack { _ in true } }
          EnvironmentTests.isOver.store(true, ordering: .relaxed)
        }
      }
    }
  }
}
