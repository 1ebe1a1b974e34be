import AppRuntime
import AppShell
import Glibc
import TestSupport
import Testing

@MainActor @Suite("A shell")
struct AppShellTests {
  @Test("explains every option, its own and the feature's, and touches no data")
  func help() async throws {
    let fixture = try ShellFixture()
    let expected = """
      Doors 1.2.3
      Doors that can be opened.

      USAGE: Doors [options]

      EXAMPLES:
        Doors --open doors://front  Starts on another screen than the first.
        echo quit | Doors           Prints the first screen, does what the input says
                                    and ends.

      OPTIONS:
        -h, --help     Shows this help and ends.
        --version      Shows the version and ends.
        --plain        Prints screens as text and reads one command a line.
        --list-links   Lists the links that --open takes and ends.
        --open LINK    Starts on the screen that the link leads to.
        --colour NAME  Paints the door.

      COMMANDS, one a line, in a pipe or with --plain:
        tap ID        presses something
        type ID TEXT  makes TEXT the whole text of a field; without TEXT, empties it
        enter ID      goes on from a field, as the Enter key does: to its button or to
                      what is next
        N             presses the action with the number N
        N TEXT        replaces the text of the field with the number N
        back          returns to the screen before, or closes a question
        help          shows these commands
        quit          ends the program

      EXIT STATUSES:
        0    The user quit, or the input ended.
        64   The command line is wrong.
        65   A line from a pipe could not be done; the others were.
        73   The data cannot be opened or erased.
        74   The output cannot be written, or the input cannot be read.
        75   The data are in use by another process.
        78   A link, a flag, a situation or the value of an option makes no sense to
             the app.
        130  Ctrl-C in plain mode or in a pipe; so with other signals, 128 and the
             number of the signal.

      Keys: Tab and the arrows move, Enter selects, Esc goes back, Ctrl-C quits.
      Where input or output is not a terminal, screens are printed and commands are
      read line by line.

      """
    #expect(try await fixture.run(["--help"]) == ShellOutcome(status: 0, output: expected))
    #expect(try await fixture.run(["-h"]) == ShellOutcome(status: 0, output: expected))
    #expect(
      try await fixture.run(["--list-links"])
        == ShellOutcome(status: 0, output: "LINKS:\n  doors://front  The front door.\n"))
    #expect(try fixture.home.tree() == [])
  }

  @Test("lists links only where there are some")
  func noLinks() async throws {
    let fixture = try ShellFixture()
    let closed = DoorFeature(linkedPlaces: [])
    #expect(try await fixture.run(["--help"], feature: closed).output.contains("--list-links") == false)
    #expect(try await fixture.run(["--list-links"], feature: closed).status == 64)
    #expect(try await fixture.run(["--help"], linkScheme: nil).output.contains("--list-links") == false)
    #expect(try await fixture.run(["--list-links"], linkScheme: nil).status == 64)
  }

  @Test("says its version, and touches no data")
  func version() async throws {
    let fixture = try ShellFixture()
    #expect(
      try await fixture.run(["--version"]) == ShellOutcome(status: 0, output: "Doors 1.2.3\n"))
    #expect(try fixture.home.tree() == [])
  }

  @Test(
    "refuses a command line that it does not understand, says why, and touches no data",
    arguments: [
      (["--plian"], "Unknown option '--plian'. Did you mean '--plain'?"),
      (["--help", "--color=red"], "Unknown option '--color'. Did you mean '--colour'?"),
      (["-x"], "Unknown option '-x'."),
      (["door"], "Unexpected argument 'door'."),
      (["--open"], "Missing value for '--open': expected '--open LINK'."),
      (["--colour="], "Missing value for '--colour': expected '--colour NAME'."),
      (["--plain=yes"], "The option '--plain' takes no value, but has 'yes'."),
      (["\u{1B}[31mX"], "Unexpected argument '␛[31mX'."),
      (["--plain", "--plain"], "The option '--plain' is given more than once."),
    ])
  func usage(arguments: [String], reason: String) async throws {
    let fixture = try ShellFixture()
    let complaint = "Doors: \(reason) See 'Doors --help'.\n"
    #expect(try await fixture.run(arguments) == ShellOutcome(status: 64, complaint: complaint))
    #expect(try fixture.home.tree() == [])
  }

  @Test("runs the app line by line where there is no terminal, and says which line was wrong")
  func lines() async throws {
    let fixture = try ShellFixture()
    let outcome = try await fixture.run(input: "tap opne\ntap open\n")
    #expect(
      outcome
        == ShellOutcome(
          status: 65,
          output: """
            Screen: Closed  (door)
              1. Open, button  open

            Screen: Open  (door)

            """,
          complaint: """
            Doors: line 1 (tap opne): No element has the identifier "opne". Did you mean "open"?

            """))
  }

  @Test(
    "refuses a link that leads nowhere",
    arguments: [
      ("cellar", "\"cellar\" is not a link. Expected \"scheme://place/in/the/app\"."),
      (
        "shop://cellar",
        "The link \"shop://cellar\" is not for this app, whose links begin with \"doors://\"."
      ),
      ("doors://cellar", "The link \"doors://cellar\" leads to no screen of this app."),
    ])
  func badLink(link: String, reason: String) async throws {
    let fixture = try ShellFixture()
    #expect(
      try await fixture.run(["--open", link])
        == ShellOutcome(status: 78, complaint: "Doors: \(reason) See 'Doors --list-links'.\n"))
  }

  @Test("tells data that are in use apart from data that cannot be opened, and names who has them")
  func dataInUse() async throws {
    let fixture = try ShellFixture()
    var second: ShellOutcome?
    let feature = DoorFeature { second = try? await fixture.run() }
    #expect(try await fixture.run(input: "tap open\n", feature: feature).status == 0)
    let folder = "\(fixture.home.path(.data))/cleanslate/net.cleanslate.tests.doors"
    #expect(
      second
        == ShellOutcome(
          status: 75,
          complaint: "Doors: \(folder) is in use by process \(getpid()). End that one first.\n"))
    #expect(try await fixture.run().status == 0)
  }

  @Test(
    "says which variable keeps it from finding a place for its data",
    arguments: [
      (
        [:],
        """
        HOME="" cannot be used as a base directory: it is needed, as XDG_DATA_HOME is not set. \
        Set it to an absolute path of a folder.
        """
      ),
      (
        ["HOME": "here"],
        """
        HOME="here" cannot be used as a base directory: it is relative, and XDG_DATA_HOME is not set. \
        Set it to an absolute path of a folder.
        """
      ),
      (
        ["HOME": "/nowhere", "XDG_STATE_HOME": "/nowhere/../else"],
        """
        XDG_STATE_HOME="/nowhere/../else" cannot be used as a base directory: ".." may not be in it. \
        Set it to an absolute path of a folder.
        """
      ),
    ])
  func noHome(environment: [String: String], reason: String) async throws {
    let fixture = try ShellFixture()
    #expect(
      try await fixture.run(environment: environment)
        == ShellOutcome(status: 73, complaint: "Doors: \(reason)\n"))
  }

  @Test("cannot open data in a folder that is somebody else's")
  func foreignFolder() async throws {
    let fixture = try ShellFixture()
    let folder = "\(fixture.home.path(.data))/cleanslate/net.cleanslate.tests.doors"
    for path in ["\(fixture.home.path(.data))/cleanslate", folder, "\(folder)/mine"] { mkdir(path, 0o700) }
    let outcome = try await fixture.run()
    #expect(outcome.status == 73)
    #expect(outcome.complaint.hasPrefix("Doors: \(folder) has contents but no marker"))
  }

  @Test("tells data that cannot be erased from a start that makes no sense")
  func unerased() async throws {
    let fixture = try ShellFixture()
    #expect(try await fixture.run().status == 0)
    let library = "\(fixture.home.path(.data))/cleanslate/net.cleanslate.tests.doors/Library"
    #expect(symlink("/nowhere", library) == 0)
    let outcome = try await fixture.run(observers: [Replacing()])
    #expect(outcome.status == 73)
    #expect(
      outcome.complaint == """
        Doors: Not everything could be erased. Look at each place that is named here, then try again. \(library): \
        there was a link or a file in the place of its folder; it is erased, and nothing that it points to

        """)
  }
}

private final class Replacing: AppHostObserver {
  func additions(to launch: LaunchConfiguration) -> StartAdditions { StartAdditions(replacesData: true) }
}
