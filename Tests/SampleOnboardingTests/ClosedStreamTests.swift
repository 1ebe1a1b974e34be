import Processes
import TestSupport
import Testing

@Suite("SampleOnboarding without some of its streams")
struct ClosedStreamTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test(
    "ends with 0 if it can print its screens, otherwise with 74 and a word, and leaves its data as they were",
    arguments: [
      ("<&-", 0), ("2>&-", 0), (">&-", 74), ("<&- >&-", 74), (">&- 2>&-", 74), ("<&- >&- 2>&-", 74),
      (">/dev/full", 74), ("--plain >/dev/full", 74),
    ] as [(String, Int32)])
  func closed(redirection: String, status: Int32) async throws {
    let first = try await sample.run(lines: "tap continue\ntap skip\ntype name Ada\n\n")
    let before = try sample.home.tree()
    let closed = try await shell(redirection)
    #expect(closed.status == .exited(status))
    let reason = redirection.contains("full") ? "No space left on device" : "Bad file descriptor"
    let isHeard = status != 0 && !redirection.contains("2>&-")
    #expect(
      closed.standardError.text
        == (isHeard ? "SampleOnboarding: The output cannot be written: \(reason).\n" : ""))
    #expect(try sample.home.tree() == before)
    #expect(try await sample.run().standardOutput.text == first.lastScreen)
  }

  @Test("ends with 74 and a word if its input cannot be read")
  func unreadableInput() async throws {
    let outcome = try await shell("< /tmp")
    #expect(outcome.status == .exited(74))
    #expect(
      outcome.standardError.text
        == "SampleOnboarding: The input cannot be read: read failed: Is a directory.\n")
  }

  @Test(
    "ends with 74 and a word if it cannot print what it is asked for",
    arguments: ["--help", "-h", "--version", "--list-links"])
  func printing(option: String) async throws {
    for redirection in [">/dev/full", ">&-"] {
      let outcome = try await shell("\(option) \(redirection)")
      #expect(outcome.status == .exited(74))
      #expect(outcome.standardError.text.hasPrefix("SampleOnboarding: The output cannot be written: "))
    }
  }

  @Test("takes a reader who has gone for one who has read enough")
  func reader() async throws {
    let outcome = try await shell("--help | true; echo ${PIPESTATUS[0]}")
    #expect(outcome.standardOutput.text == "0\n")
    #expect(outcome.standardError.text == "")
  }

  private func shell(_ words: String) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      "/bin/bash", ["-c", "\"$0\" \(words)", sample.executable], environment: sample.home.environment,
      standardInput: "help\n")
  }
}
