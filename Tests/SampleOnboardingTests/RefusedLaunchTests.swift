import Processes
import TestSupport
import Testing

@Suite("A launch of SampleOnboarding that is to erase everything")
struct RefusedLaunchTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test(
    "erases nothing when it is refused",
    arguments: [
      ["--open", "not-a-link"], [#"EPHEMERAL_{"nope":true}"#], [#"EPHEMERAL_{"onboarding.shortTour":1}"#],
      ["--control-port", "99999"], ["--control-socket", "/"], ["--control-socket", "/nowhere/at/all/s"],
      ["--reset-on", "http"], ["--driven", "/tmp/states"], ["--driven", "states"],
      ["--headless"], ["--open-browser"],
    ])
  func refused(arguments: [String]) async throws {
    let before = try await sample.run(lines: "tap continue\n").lastScreen
    let files = try sample.home.tree()
    let refused = try await ChildProcess.run(
      sample.executable, ["--ResetData"] + arguments, environment: sample.home.environment)
    #expect(refused.status == .exited(78))
    #expect(try sample.home.tree() == files)
    #expect(try await sample.run().standardOutput.text == before)
  }

  @Test("leaves nothing of them on the disk, even if it ends at once")
  func gone() async throws {
    _ = try await sample.run(lines: "tap continue\ntap skip\ntype name Ada\n")
    #expect(try await sample.run("--ResetData").standardOutput.text == Shown.welcomeLines)
    #expect(try sample.home.tree().filter { $0.contains(".erased") } == [])
  }
}
