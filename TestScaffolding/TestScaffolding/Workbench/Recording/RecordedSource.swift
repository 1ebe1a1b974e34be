#if DEBUG
import ControlProtocol

/// Writes a recording as the source of a test with page objects, ready to paste into a file.
struct RecordedSource {
  private let recording: Recording
  private var pageNames = UniqueNames()
  private var pages: [Page] = []
  private var lines: [String] = []
  /// The screen that the test knows the app to show.
  private var shownScreen: String?
  /// The states that the test saves itself.
  private var savedStates: Set<String> = []

  /// A page object: what the test can see and do on one screen.
  private struct Page {
    let screen: String
    let name: String
    var methodNames = UniqueNames()
    /// The code of each method, by name, in the order of first use.
    var methods: [(name: String, line: String)] = []
  }

  /// What the suite is called.
  private let title: String
  /// The type of the suite.
  private let name: String
  /// The text of the test.
  private(set) var text = ""
  /// Why the test may fail although the app is right.
  private(set) var warnings: [String] = []

  /// The file that the test belongs in, from the root of the package.
  var file: String { "Tests/\(recording.app)UITests/\(name).swift" }

  /// Writes the test. Two recordings in one target need two names.
  init(_ recording: Recording, name title: String = "") {
    self.recording = recording
    let type = SwiftName.type(title)
    self.title = type == nil ? "A recorded journey" : title
    name = type.map { $0.hasSuffix("Tests") ? $0 : $0 + "Tests" } ?? "RecordedJourney"
    if type == nil, !title.isEmpty {
      warnings.append("\(SwiftText.literal(title)) is no name for a type: one begins with a letter.")
    }
    text = write()
  }

  private mutating func write() -> String {
    if !recording.beganOnCleanSlate { warnOfData() }
    for step in recording.steps { add(step) }
    let title = [recording.steps.first?.screen, lastScreen].compactMap(\.self)
    let journey = title.isEmpty ? "does what was recorded" : "goes from \(title.joined(separator: " to "))"
    return """
      import AppDriver
      \(imports)import Testing

      \(suite)
      struct \(name) {
        @Test(\(SwiftText.literal(journey)))
        func journey() throws {
          \(recording.steps.isEmpty ? "_" : "let app") = try App.current
      \(lines.map { "    \($0)\n" }.joined())  }
      }

      """ + (pages.isEmpty ? "" : extensionText)
  }

  /// What the steps need besides the driver.
  private var imports: String {
    let modules = [("ControlProtocol", ".failure("), ("Foundation", "Date(")]
    return modules.filter { _, word in lines.contains { $0.contains(word) } }.map { "import \($0.0)\n" }
      .joined()
  }

  /// The screen that is expected last.
  private var lastScreen: String? {
    for step in recording.steps.reversed() {
      if case .expect(_, .screen, let screen) = step.deed { return screen }
    }
    return nil
  }

  private var suite: String {
    let title = SwiftText.literal(title)
    let line = "@Suite(\(title), \(trait))"
    return line.count <= Self.lineLength
      ? line
      : """
      @Suite(
        \(title),
        \(trait)
      )
      """
  }

  private static let lineLength = 110

  private var trait: String {
    var arguments = [SwiftText.literal(recording.app)]
    if !recording.launchArguments.isEmpty {
      arguments.append("launchArguments: \(SwiftText.literal(recording.launchArguments))")
    }
    if !recording.launchEnvironment.isEmpty {
      arguments.append("launchEnvironment: \(SwiftText.literal(recording.launchEnvironment))")
    }
    return ".app(\(arguments.joined(separator: ", ")))"
  }

  private mutating func warnOfData() {
    lines.append("// Recorded without a clean slate: a test begins without what the app had kept by then.")
    warnings.append(
      "The recording did not begin on a clean slate. A test does, and may find another app: begin it with one."
    )
  }

  /// Says of an identifier that no test may find again.
  private mutating func warn(of identifier: String) {
    guard let origin = DoubtfulIdentifier.origin(of: identifier) else { return }
    lines.append(
      "// \(SwiftText.literal(identifier)) seems to be made \(origin): another run may not have it.")
    let warning =
      "The identifier \(identifier) seems to be made \(origin), and another run may not have it. "
      + "Give the element one that lasts."
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Says of a state that another machine, and another build, does not have.
  private mutating func warn(ofState name: String) {
    let literal = SwiftText.literal(name)
    lines.append(
      "// The state \(literal) is saved before the test. Declare it as an AppState, so that a test can build it."
    )
    warnings.append(
      "The recording goes to the state \(literal) and does not save it: a test finds it on this machine only, with this "
        + "build. Declare it as an AppState."
    )
  }

  private mutating func add(_ step: RecordedStep) {
    switch step.deed {
    case .tap(let target), .type(let target, _, _): warn(of: target.identifier)
    case .expect(let query, _, _): warn(of: query)
    case .saveState(let name): savedStates.insert(name)
    case .reset(let request):
      if let state = request.state, savedStates.insert(state).inserted { warn(ofState: state) }
    case .back, .open, .clock, .network, .clearNetwork: break
    }
    defer { shownScreen = step.screen }
    switch step.deed {
    case .tap(let target):
      let element = QueryText.query(target.role, target.identifier)
      call(
        step, preferred: "tap" + SwiftName.part(target.identifier), thing: "tap \(element)",
        line: "\(element).tap()"
      )
    case .type(let target, let text, let replaces):
      let element = QueryText.query(target.role, target.identifier)
      let verb = replaces ? "replace" : "type"
      call(
        step, preferred: verb + SwiftName.part(target.identifier), thing: "\(verb) \(element)",
        line: "\(element).\(verb)Text(text)", text: text)
    case .back: call(step, preferred: "goBack", thing: "back", line: "app.back()")
    case .open(let link): lines.append("try app.open(\(SwiftText.literal(link)))")
    case .clock(let request): move(request)
    case .saveState(let name): lines.append("try app.saveState(\(SwiftText.literal(name)))")
    case .network(let route): lines.append("try app.network.\(NetworkSource.reply(route))")
    case .clearNetwork: lines.append("try app.network.removeAll()")
    case .reset(let request):
      if let words = request.launchArguments {
        lines.append("app.launchArguments = \(SwiftText.literal(words))")
      }
      if let variables = request.launchEnvironment {
        lines.append("app.launchEnvironment = \(SwiftText.literal(variables))")
      }
      if let state = request.state {
        lines.append("try app.reset(to: \(SwiftText.literal(state)))")
      } else {
        lines.append(request.keepData == true ? "try app.reset(keepData: true)" : "try app.reset()")
      }
    case .expect(let query, let property, let value): expect(step, query, property, value)
    }
  }

  private mutating func move(_ clock: ClockRequest) {
    if let seconds = clock.secondsText {
      lines.append("try app.clock.advance(by: .seconds(\(seconds)))")
    } else if let date = clock.advanceTo.flatMap(ClockTime.date) {
      lines.append("try app.clock.advance(to: \(ClockTime.expression(date)))")
    } else if let date = clock.pauseAt.flatMap(ClockTime.date) {
      lines.append("try app.clock.pause(at: \(ClockTime.expression(date)))")
    } else {
      lines.append("try app.clock.resume()")
    }
  }

  /// Expects what an element, or the app, has. An element is looked for on its own screen.
  private mutating func expect(
    _ step: RecordedStep, _ query: String, _ property: RecordedStep.Property, _ value: String?
  ) {
    if property != .screen, let screen = step.screen, screen != shownScreen {
      lines.append("try \(pages[page(screen)].name)(app).waitUntilShown()")
    }
    let literal = value.map(SwiftText.literal) ?? "nil"
    switch property {
    case .exists: lines.append("#expect(\(query).exists)")
    case .label: lines.append("#expect(try \(query).label == \(literal))")
    case .value: lines.append("#expect(try \(query).value == \(literal))")
    case .enabled: lines.append("#expect(try \(value == "false" ? "!" : "")\(query).isEnabled)")
    case .screen: lines.append("#expect(app.screen == \(literal))")
    }
  }

  /// Calls a method of the screen's page object. If the app was on its way to another screen, uses the app instead.
  private mutating func call(
    _ step: RecordedStep, preferred: String, thing: String, line: String, text: String? = nil
  ) {
    guard let screen = step.screen else {
      let words = text.map { line.replacing("(text)", with: "(\(SwiftText.literal($0)))") } ?? line
      return lines.append("try \(words)")
    }
    let index = page(screen)
    let method = pages[index].methodNames.name(for: thing, preferred: preferred)
    if !pages[index].methods.contains(where: { $0.name == method }) {
      let parameter = text == nil ? "" : "_ text: String"
      pages[index].methods.append((method, "func \(method)(\(parameter)) throws { try \(line) }"))
    }
    let argument = text.map(SwiftText.literal) ?? ""
    let wait = screen == shownScreen ? "" : ".waitUntilShown()"
    lines.append("try \(pages[index].name)(app)\(wait).\(method)(\(argument))")
  }

  private mutating func page(_ screen: String) -> Int {
    if let index = pages.firstIndex(where: { $0.screen == screen }) { return index }
    let name = pageNames.name(
      for: screen, preferred: (SwiftName.type(screen) ?? "Screen\(SwiftName.part(screen))") + "Page")
    pages.append(Page(screen: screen, name: name))
    return pages.count - 1
  }

  /// Page objects are nested in the suite, so that their names cannot clash with those in other files.
  private var extensionText: String {
    let classes = pages.map { page in
      """
        final class \(page.name): PageObject {
          override var identifier: String { \(SwiftText.literal(page.screen)) }
      \(page.methods.map { "    \($0.line)\n" }.joined())  }

      """
    }
    return "\nextension \(name) {\n" + classes.joined(separator: "\n") + "}\n"
  }
}

/// Finds out whether an identifier seems to be made anew in each run, so that a test would not find it again.
enum DoubtfulIdentifier {
  /// Returns what the identifier seems to be made of; nil if there is no such sign.
  static func origin(of identifier: String) -> String? {
    if identifier.contains(#/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/#) { return "at random" }
    // Seconds since 1970 have ten digits, from 2001 to 2286.
    if identifier.contains(#/(^|[^0-9])[1-9][0-9]{9}([0-9]{3}){0,3}($|[^0-9])/#) { return "from the clock" }
    return nil
  }
}
#endif
