#if DEBUG
/// Writes a recording as the source of a test with page objects, ready to paste into a file.
struct RecordedSource {
  private let recording: Recording
  private var pageNames = UniqueNames()
  private var pages: [Page] = []
  private var lines: [String] = []

  /// A page object: what the test can see and do on one screen.
  private struct Page {
    let screen: String
    let name: String
    var methodNames = UniqueNames()
    /// The code of each method, by name, in the order of first use.
    var methods: [(name: String, line: String)] = []
  }

  /// Returns the source of the test, which at its end expects the last screen.
  static func make(_ recording: Recording) -> String {
    var source = RecordedSource(recording)
    return source.write()
  }

  private init(_ recording: Recording) { self.recording = recording }

  private mutating func write() -> String {
    for step in recording.steps { add(step) }
    if let lastScreen = recording.lastScreen {
      lines.append("#expect(app.screen == \(SwiftText.literal(lastScreen)))")
    }
    let title = [recording.steps.first?.screen, recording.lastScreen].compactMap(\.self)
    let journey = title.isEmpty ? "does what was recorded" : "goes from \(title.joined(separator: " to "))"
    return """
      import AppDriver
      import Testing

      \(suite)
      struct RecordedJourney {
        @Test(\(SwiftText.literal(journey)))
        func journey() throws {
          \(lines.isEmpty ? "_" : "let app") = try App.current
      \(lines.map { "    \($0)\n" }.joined())  }
      }

      """ + (pages.isEmpty ? "" : extensionText)
  }

  private var suite: String {
    let line = "@Suite(\"A recorded journey\", \(trait))"
    return line.count <= Self.lineLength
      ? line
      : """
      @Suite(
        "A recorded journey",
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

  private mutating func add(_ step: RecordedStep) {
    switch step.deed {
    case .tap(let target):
      let element = QueryText.query(target.role, target.identifier)
      call(
        step, wish: "tap" + SwiftText.name(target.identifier), thing: "tap \(element)",
        line: "\(element).tap()"
      )
    case .type(let target, let text, let replaces):
      let element = QueryText.query(target.role, target.identifier)
      let verb = replaces ? "replace" : "type"
      call(
        step, wish: verb + SwiftText.name(target.identifier), thing: "\(verb) \(element)",
        line: "\(element).\(verb)Text(text)", text: text)
    case .back: call(step, wish: "goBack", thing: "back", line: "app.back()")
    case .open(let link): lines.append("try app.open(\(SwiftText.literal(link)))")
    case .reset(let wish):
      if let words = wish.arguments { lines.append("app.launchArguments = \(SwiftText.literal(words))") }
      if let variables = wish.environment {
        lines.append("app.launchEnvironment = \(SwiftText.literal(variables))")
      }
      lines.append(wish.keepsData ? "try app.reset(keepData: true)" : "try app.reset()")
    }
  }

  /// Calls a method of the screen's page object. If the app was on its way to another screen, uses the app instead.
  private mutating func call(
    _ step: RecordedStep, wish: String, thing: String, line: String, text: String? = nil
  ) {
    guard let screen = step.screen else {
      let words = text.map { line.replacing("(text)", with: "(\(SwiftText.literal($0)))") } ?? line
      return lines.append("try \(words)")
    }
    let index = page(screen)
    let method = pages[index].methodNames.name(for: thing, wish: wish)
    if !pages[index].methods.contains(where: { $0.name == method }) {
      let parameter = text == nil ? "" : "_ text: String"
      pages[index].methods.append((method, "func \(method)(\(parameter)) throws { try \(line) }"))
    }
    let argument = text.map(SwiftText.literal) ?? ""
    lines.append("try \(pages[index].name)(app).waitUntilShown().\(method)(\(argument))")
  }

  private mutating func page(_ screen: String) -> Int {
    if let index = pages.firstIndex(where: { $0.screen == screen }) { return index }
    let words = SwiftText.name(screen)
    let name = pageNames.name(
      for: screen, wish: (words.first?.isLetter == true ? words : "Screen\(words)") + "Page")
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
    return "\nextension RecordedJourney {\n" + classes.joined(separator: "\n") + "}\n"
  }
}
#endif
