import Processes
import TestSupport
import Testing

@Suite("SampleOnboarding without some of its streams")
struct ClosedStreamTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test(
    "ends with 0, and leaves its data as they were, whatever is printed",
    arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"])
  func closed(redirection: String) async throws {
    let first = try await sample.run(lines: "tap continue\ntap skip\ntype name Ada\n")
    let before = try sample.home.tree()
    let closed = try await ChildProcess.run(
      "/bin/sh", ["-c", "\"$0\" \(redirection)", sample.executable], environment: sample.home.environment,
      standardInput: "tap nothing\n")
    #expect(closed.status == .exited(0))
    #expect(closed.standardError.text == "")
    #expect(try sample.home.tree() == before)
    #expect(try await sample.run().standardOutput.text == first.lastScreen)
  }
}
