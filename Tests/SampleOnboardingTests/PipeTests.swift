import Processes
import TestSupport
import Testing

@Suite("SampleOnboarding in a pipe")
struct PipeTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  private static let wholeWay = """
    tap continue
    tap continue
    2
    type name Ada
    type email ada@example.com
    tap continue
    tap offers
    tap continue
    tap finish
    tap continue

    """

  @Test("prints the first screen, does what a line says, prints the next one and ends with its input")
  func oneStep() async throws {
    let outcome = try await sample.run(lines: "tap continue\n")
    #expect(outcome.standardOutput.text == "\(Shown.welcomeLines)\n\(Shown.tourLines)")
    #expect(outcome.standardError.text == "")
    #expect(outcome.status == .exited(0))
  }

  @Test("does the same with --plain, and also without a last line end")
  func plain() async throws {
    let outcome = try await sample.run("--plain", lines: "tap continue")
    #expect(outcome.standardOutput.text == "\(Shown.welcomeLines)\n\(Shown.tourLines)")
    #expect(outcome.status == .exited(0))
  }

  @Test("leads home, and is home when it runs again")
  func wholeWay() async throws {
    let first = try await sample.run(lines: Self.wholeWay)
    #expect(first.lastScreen == Shown.homeLines)
    #expect(first.status == .exited(0))
    let second = try await sample.run()
    #expect(second.standardOutput.text == Shown.homeLines)
  }

  @Test("goes on where it was when it runs again")
  func resume() async throws {
    #expect(try await sample.run(lines: "tap continue\nquit\ntap continue\n").lastScreen == Shown.tourLines)
    #expect(try await sample.run().standardOutput.text == Shown.tourLines)
  }

  @Test("answers an unknown identifier with the nearest, and changes nothing")
  func unknownIdentifier() async throws {
    let before = try await sample.run(lines: "tap skip\n")
    let tree = try sample.home.tree()
    let outcome = try await sample.run(lines: "tap contineu\ntype nmae Ada\ntap xyz\ntap continue\n")
    #expect(outcome.standardOutput.text == before.lastScreen)
    #expect(
      outcome.standardError.text == """
        SampleOnboarding: line 1 (tap contineu): No element has the identifier "contineu". Did you mean "continue"?
        SampleOnboarding: line 2 (type nmae Ada): No element has the identifier "nmae". Did you mean "name"?
        SampleOnboarding: line 3 (tap xyz): No element has the identifier "xyz".
        SampleOnboarding: line 4 (tap continue): The element "continue" is disabled.

        """)
    #expect(outcome.status == .exited(65))
    #expect(try await sample.run().standardOutput.text == before.lastScreen)
    #expect(try sample.home.tree() == tree)
  }

  @Test("starts on the screen that a link leads to")
  func link() async throws {
    let outcome = try await sample.run("--open", "storefront://notifications", lines: "back\n")
    #expect(outcome.standardOutput.text.hasPrefix("Screen: Notifications  (notifications)\n"))
    #expect(outcome.lastScreen.hasPrefix("Screen: Your profile  (profile)\n"))
  }

  @Test("explains itself, and touches no data")
  func help() async throws {
    let outcome = try await sample.run("--help")
    let help = outcome.standardOutput.text
    #expect(help.hasPrefix("SampleOnboarding 0.1.0\nOnboarding as an app: "))
    #expect(help.contains("\nUSAGE: SampleOnboarding [options]\n"))
    #expect(help.contains(/\n  -h, --help +Shows this help and ends\.\n/))
    #expect(help.contains(/\n  --version +Shows the version and ends\.\n/))
    #expect(help.contains(/\n  --open LINK +Starts on the screen that the link leads to\.\n/))
    #expect(help.contains("\n  'EPHEMERAL_{\"onboarding.shortTour\":true}'\n"))
    #expect(help.contains("\n  'AUTOMATION_{\"simulateUserAlreadyOnboarded\":true}'\n"))
    #expect(help.contains(/\n  type ID TEXT +makes TEXT the whole text of a field/))
    #expect(help.contains(/\n  74 +The output cannot be written, or the input cannot be read\.\n/))
    #expect(outcome.status == .exited(0))
    #expect(try await sample.run("--version").standardOutput.text == "SampleOnboarding 0.1.0\n")
    #expect(try sample.home.tree() == [])
  }

  @Test("ends with 64 for an option that it does not know, and names it")
  func unknownOption() async throws {
    let outcome = try await sample.run("--verison")
    #expect(outcome.status == .exited(64))
    #expect(outcome.standardOutput.text == "")
    #expect(
      outcome.standardError.text == """
        SampleOnboarding: Unknown option '--verison'. Did you mean '--version'? \
        See 'SampleOnboarding --help'.

        """)
  }

  @Test("keeps its data in its own folders only")
  func folders() async throws {
    _ = try await sample.run(lines: Self.wholeWay)
    #expect(
      try sample.home.tree() == [
        "config/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
        "config/cleanslate/net.cleanslate.sample-onboarding/Preferences/values.plist",
        "data/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
        "data/cleanslate/net.cleanslate.sample-onboarding/Documents/profile.json",
      ])
  }

  @Test("keeps its data where the XDG specification says when no folder is named")
  func standardFolders() async throws {
    let home = sample.home.path(.home)
    _ = try await ChildProcess.run(
      sample.executable, environment: ["HOME": home], standardInput: "tap continue\n")
    #expect(
      try sample.home.tree() == [
        "home/.config/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
        "home/.config/cleanslate/net.cleanslate.sample-onboarding/Preferences/values.plist",
        "home/.local/share/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
      ])
  }
}
