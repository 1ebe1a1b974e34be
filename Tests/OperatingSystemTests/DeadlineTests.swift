import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("The end of a wait")
struct DeadlineTests {
  @Test("counts the time in which somebody looks once in a second, and of any longer one a second")
  func awakeTime() {
    let start = ContinuousClock.now
    var time = AwakeTime(from: start)
    #expect(time.look(at: start + .milliseconds(10)) == .milliseconds(10))
    #expect(time.look(at: start + .milliseconds(1510)) == .milliseconds(1510))
    #expect(time.look(at: start + .seconds(80)) == .milliseconds(2510))
    #expect(time.look(at: start + .seconds(81)) == .milliseconds(3510))
  }

  @Test("has not come because the process was stopped for longer")
  func stopped() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let (reading, writing) = try Descriptor.pipe()
        let waker = "/bin/kill -STOP $0; /bin/sleep 6.5; /bin/kill -CONT $0"
        // Before the shell is there, which may stop this at once.
        let (start, deadline) = (ContinuousClock.now, Deadline(in: .seconds(6)))
        let process = try Spawn(
          "/bin/sh", ["-c", waker, "\(getpid())"], environment: [:], descriptors: [1: writing]
        ).start()
        writing.close()
        // The pipe ends with the shell, in its time: half a second after the deadline by the clock.
        let ready = try Descriptor.poll([(reading, [])], until: deadline)
        #expect(ContinuousClock.now - start > .seconds(6))
        #expect(!ready[0].isEmpty)
        #expect(process.waitForExit(until: nil) == .exited(0))
      }
    }
  }

  @Test("comes, although it is looked at more often than it is waited for")
  func passes() throws {
    let (start, deadline) = (ContinuousClock.now, Deadline(in: .milliseconds(1100)))
    #expect(try Descriptor.poll([], until: deadline).isEmpty)
    #expect(deadline.hasPassed)
    #expect(ContinuousClock.now - start >= .milliseconds(1100))
  }
}
