import Testing

@testable import AppRuntime

@MainActor
@Suite("Those who wait for a change")
struct WaitersTests {
  @Test("are so many at most; whoever comes then takes the place of the first")
  func most() async {
    let waiters = Waiters(most: 2)
    var (hasCome, done) = (false, [Int]())
    let tasks = (0..<5).map { number in
      Task.immediate { @MainActor in
        await waiters.wait(timeout: .seconds(1000)) { hasCome }
        done.append(number)
      }
    }
    for task in tasks.prefix(3) { await task.value }
    #expect(done.sorted() == [0, 1, 2])
    hasCome = true
    waiters.wake()
    for task in tasks { await task.value }
    #expect(done.sorted() == [0, 1, 2, 3, 4])
  }

  // Where others may go between the look and the wait, this one waits for a day.
  @Test("miss no wake-up that comes right after their look")
  func gap() async {
    let waiters = Waiters()
    var looks = 0
    await waiters.wait(timeout: .seconds(86_400)) {
      looks += 1
      if looks == 1 { Task { waiters.wake() } }
      return looks > 1
    }
  }

  @Test("wait on where something else has come than they wait for")
  func others() async {
    let waiters = Waiters()
    var (hasCome, isDone) = (false, false)
    let task = Task.immediate { @MainActor in
      await waiters.wait(timeout: .seconds(86_400)) { hasCome }
      isDone = true
    }
    waiters.wake()
    // If that has woken it, it goes on before this does.
    await Task {}.value
    #expect(!isDone)
    hasCome = true
    waiters.wake()
    await task.value
  }
}
