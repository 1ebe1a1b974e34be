import TestSupport

/// The built app, in a home of its own.
struct Sample {
  static let id = "net.cleanslate.sample-onboarding"

  let home: TemporaryHome
  let executable: String

  init() throws {
    home = try TemporaryHome()
    executable = try BuiltProduct.path("SampleOnboarding")
  }

  /// Runs the app to its end, with lines in place of a terminal.
  func run(_ arguments: String..., lines: String = "") async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      executable, arguments, environment: home.environment, standardInput: lines)
  }

  /// Starts the app without a terminal, and without an end to its input.
  func start() throws -> ChildProcess {
    try ChildProcess(executable, environment: home.environment)
  }

  /// Starts the app on a terminal.
  func onTerminal(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      executable, arguments, environment: home.environment.merging(environment) { $1 }, columns: columns,
      rows: rows)
  }

  var dataFolder: String { "\(home.path(.data))/cleanslate/\(Self.id)" }
  var preferencesFile: String { "\(home.path(.config))/cleanslate/\(Self.id)/Preferences/values.plist" }
}

extension ChildProcess.Outcome {
  /// The last screen that was printed.
  var lastScreen: String {
    standardOutput.text.ranges(of: "Screen: ").last { range in
      let before = standardOutput.text[..<range.lowerBound]
      return before.isEmpty || before.last == "\n"
    }.map { String(standardOutput.text[$0.lowerBound...]) } ?? ""
  }
}

extension PseudoTerminal {
  /// Waits until the screen shows exactly these lines.
  func waitForLines(_ lines: String, file: String = #fileID, line: UInt = #line) async throws {
    try await waitForScreen(file: file, line: line) { $0.text == lines }
  }

  /// What a program leaves behind that gives its terminal back as it was.
  var isAsItWas: Bool {
    get throws {
      let screen = screen
      return try isCanonical && echoes && !screen.isAlternate && screen.isCursorVisible
        && !screen.bracketsPastes && !screen.reportsMouse
    }
  }
}

/// What the app shows, line by line.
enum Shown {
  static let welcome = """
        SampleOnboarding                                                 Welcome
    ────────────────────────────────────────────────────────────────────────────────

                                           _
                                       .-'' ''-.
                                      /         \\
                                     /___________\\
                                    '-------------'

        Good food is on its way.
        Storefront brings the kitchens of your neighbourhood to your table. Let
        us show you around.

        [ Continue ]  [ Skip the tour ]









        Tab Next  Enter Select  ? Keys  Ctrl-C Quit
    """

  static let smallWelcome = """
      SampleOnboarding             Welcome
      (A covered dish)
      Good food is on its way.
      Storefront brings the kitchens of
      your neighbourhood to your table.
      Let us show you around.
      [ Continue ]  [ Skip the tour ]


      Tab Next  Enter Select  Ctrl-C Quit
    """

  static let profile = """
        SampleOnboarding                                            Your profile
    ────────────────────────────────────────────────────────────────────────────────

        About you  ███████████████████████████░░░░░░░░░░░░░░░░░░░░░  57%

        Who is at the table?
        Name    ┃(Ada Lovelace)                                  ┃
        E-mail  │(ada@example.com)                               │

        ( Continue )
        Continue needs your name and your whole e-mail address.












        Tab Next  Enter Next  Esc Back  F1 Keys  Ctrl-C Quit
    """

  static let wrongProfile = """
        SampleOnboarding                                            Your profile
    ────────────────────────────────────────────────────────────────────────────────

        About you  ███████████████████████████░░░░░░░░░░░░░░░░░░░░░  57%

        Who is at the table?
        Name    ┃Ada                                             ┃
        E-mail  │ada                                             │
        ! An e-mail address has one @.

        ( Continue )
        Continue needs your whole e-mail address.











        Tab Next  Enter Next  Esc Back  F1 Keys  Ctrl-C Quit
    """

  static let home = """
        SampleOnboarding                                                    Home
    ────────────────────────────────────────────────────────────────────────────────

        Hello, Ada!
        The kitchens of your neighbourhood are open.

        E-mail: ada@example.com
        Notifications: Orders and offers

        [ × Start over ]













        Enter Select  ? Keys  Ctrl-C Quit
    """

  static let welcomeLines = """
    Screen: Welcome  (welcome)
    A covered dish, image  (welcome-picture)
    Good food is on its way.  (headline)
    Storefront brings the kitchens of your neighbourhood to your table. Let us show you around.
      1. Continue, button  continue
      2. Skip the tour, button  skip

    """

  static let tourLines = """
    Screen: Tour  (tour-1)
    Page 1 of 3, progress: 14%  (progress)
    A steaming bowl, image  (picture)
    Dinner, nearby  (headline)
    Browse the kitchens around you by what you feel like, and see at once what they cost.  (text)
      1. Continue, button  continue
      2. Skip, button  skip
      back  returns to the screen before

    """

  static let homeLines = """
    Screen: Home  (home)
    Hello, Ada!  (greeting)
    The kitchens of your neighbourhood are open.
    E-mail: ada@example.com  (home-email)
    Notifications: Orders and offers  (home-notifications)
      1. Start over, button, destructive  start-over

    """
}
