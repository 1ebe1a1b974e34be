import Testing

@testable import AppRuntime

@MainActor
@Suite("Those who wait for a change")
struct WaitersTests {
  @Test("are so many at most; whoever comes then takes the place of the first")
  func most() async {
    let waiters = Waiters(most: 2)
    var done: [Int] = []
    let tasks = (0..<5).map { number in
      Task.immediate { @MainActor in
        await waiters.wait(timeout: .seconds(1000)) { false }
        done.append(number)
      }
    }
    for task in tasks.prefix(3) { await task.value }
    #expect(done.sorted() == [0, 1, 2])
    waiters.wake()
    for task in tasks { await task.value }
    #expect(done.sorted() == [0, 1, 2, 3, 4])
  }

  // Where others may go between the look and the wait, this one waits for a day.
  @Test("miss no wake-up that comes right after their look")
  func gap() async {
    let waiters = Waiters()
    await waiters.wait(timeout: .seconds(86_400)) {
      Task { waiters.wake() }
      return false
    }
  }
}
