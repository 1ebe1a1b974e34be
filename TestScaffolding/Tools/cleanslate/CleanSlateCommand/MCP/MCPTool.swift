#if DEBUG
import ControlProtocol
import ElementTree
import ToolOptions

/// A tool of `cleanslate mcp`: lines of the command line under a name, with named arguments in place of options.
struct MCPTool: Sendable {
  let name: String
  let description: String
  /// The arguments that it takes, in the order in which a client sees them.
  let parameters: [MCPParameter]
  /// The verbs that it is for.
  let verbs: [String]
  /// The lines that do it, each beginning with its verb.
  let lines: @Sendable (MCPArguments) throws -> [[String]]

  /// The text, in which commands for a shell, such as 'cleanslate run SampleShop', are named as tools.
  static func advice(_ text: String) -> String {
    text.replacing(/'cleanslate ([a-z]+) ?([^'\n]*)'|cleanslate (screen) ?(--all)?/) { match in
      let (command, quoted, inQuotes, bare, option) = match.output
      let verb = String(quoted ?? bare ?? "")
      guard let tool = all.first(where: { $0.verbs.contains(verb) }) else { return String(command) }
      let words =
        (tool.isOfLines ? [verb] : []) + [inQuotes ?? option ?? ""].filter { !$0.isEmpty }.map(String.init)
      return "'\(tool.name)'" + (words.isEmpty ? "" : " (\(words.joined(separator: " ")))")
    }
  }

  /// Whether an agent says with which of its verbs each line begins.
  private var isOfLines: Bool { parameters.contains { $0.kind == .lines } }

  /// What a client sees. Clients drop all tools over fields that they do not know, so there is nothing else.
  var declaration: JSONValue {
    let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
    let properties = parameters.map { JSONValue.Member($0.name, $0.kind.schema($0.description)) }
    return [
      "name": .string(name), "description": .string(description),
      "inputSchema": ["type": "object", "properties": .object(properties), "required": .array(required)],
    ]
  }

  /// Eight at most: each costs an agent words in every conversation.
  static let all: [MCPTool] = [
    MCPTool(
      name: "start",
      description: "Starts an app in a private home and answers its handle and its screen.",
      parameters: [
        MCPParameter("name", .text, "The product, as in SampleShop.", isRequired: true),
        .from, .state, .flags,
        MCPParameter("pauseClockAt", .text, "Where the app's clock stands, as in 2026-12-31T23:59:00Z."),
        MCPParameter("network", .text, "'allow' to ask real servers, or a JSON list of answers."),
      ],
      verbs: ["run"],
      lines: { arguments in
        let name = try arguments.text("name") ?? ""
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix("-") else {
          throw UsageError(description: "\"name\" is the name of a product, as in SampleShop.")
        }
        return [
          ["run", name]
            + (try arguments.options([
              "from": "from", "state": "state", "pauseClockAt": "pause-clock-at", "network": "network",
            ]))
            + ((try arguments.list("flags") ?? []).flatMap { [DriveOption.flag.name, $0] })
        ]
      }),
    MCPTool(
      name: "screen", description: "What an app shows, an element a line: role, #identifier, label, value.",
      parameters: [.app, MCPParameter("all", .bool, "Cuts no long lists.")], verbs: ["screen"],
      lines: { [["screen"] + (try $0.bool("all") ? ["--all"] : [])] }),
    MCPTool(
      name: "act",
      description: """
        Does steps one after the other, up to the first that cannot be done, and answers what each has changed. A step is a \
        list of words: ["tap", ID], ["type", ID, TEXT], ["key", "esc"], ["open", LINK], ["wait", ID], \
        ["wait", ID, "--gone"], ["wait", ID, "--value", TEXT].
        """,
      parameters: [.app, MCPParameter("steps", .lines, "The steps.", isRequired: true)],
      verbs: actions, lines: { try $0.lines("steps", verbs: actions).map(marked) }),
    MCPTool(
      name: "reset",
      description:
        "Gives the running app a clean slate in a moment, and says what was left behind or leaked.",
      parameters: [.app, .from, .state, .flags, MCPParameter("keepData", .bool, "Keeps the data.")],
      verbs: ["reset"],
      lines: { arguments in
        [
          ["reset"] + (try arguments.options(["from": "from", "state": "state"]))
            + ((try arguments.list("flags") ?? []).flatMap { [DriveOption.flag.name, $0] })
            + (try arguments.bool("keepData") ? [DriveOption.keepData.name] : [])
        ]
      }),
    MCPTool(
      name: "world",
      description: """
        What is around an app: ["clock", "pause", TIME], ["clock", "advance", "15m"], ["clock", "resume"], \
        ["reply", "GET", "/menu", "--status", "503"], ["requests", "--clear"], ["states"], ["save", NAME].
        """,
      parameters: [.app, MCPParameter("steps", .lines, "The steps.", isRequired: true)],
      verbs: surroundings, lines: { try $0.lines("steps", verbs: surroundings) }),
    MCPTool(
      name: "look",
      description: """
        Evidence: ["apps"], ["leaks"], ["requests"], ["log"]; ["record", "start"], and later \
        ["record", "stop", "--name", NAME] answers the Swift test of what was done in between, as the suite NAMETests.
        """,
      parameters: [.app, MCPParameter("at", .lines, "What to look at.", isRequired: true)],
      verbs: evidence,
      lines: { arguments in
        let lines = try arguments.lines("at", verbs: evidence)
        guard !lines.contains(where: { $0.contains("--follow") }) else {
          throw UsageError(
            description: "'log --follow' does not end. Ask for [\"log\"] again when you want more.")
        }
        return lines
      }),
    MCPTool(
      name: "test",
      description: """
        Runs the package's tests that fit a filter, and answers each failure with its screen and last steps; or reads the \
        trace of a test of the latest run: [] (the one that failed last), [TEST], [TEST, "step", "3"], \
        [TEST, "screen", "3"].
        """,
      parameters: [
        MCPParameter("filter", .text, "A regular expression for names, as 'swift test' takes it."),
        MCPParameter("trace", .list, "The words for reading a trace, in place of a filter."),
      ],
      verbs: ["test", "trace"],
      lines: { arguments in
        switch (try arguments.text("filter"), try arguments.list("trace")) {
        case (let filter?, nil), (let filter?, []?): return [["test", "--filter", filter]]
        case (nil, let trace?): return [["trace"] + trace]
        default: throw UsageError(description: "Expected either \"filter\" or \"trace\".")
        }
      }),
    MCPTool(
      name: "stop", description: "Ends an app and removes its data.", parameters: [.app], verbs: ["stop"],
      lines: { _ in [["stop"]] }
    ),
  ]

  private static let actions = ["tap", TypeCommand.name, "key", "open", "wait"]
  private static let surroundings = ["clock", "reply", "requests", "states", "save"]
  private static let evidence = ["apps", "leaks", "requests", "log", "record"]

  /// A step that types, with its text behind two dashes if it begins with such. Only what is declared is an option.
  private static func marked(_ step: [String]) -> [String] {
    let options = TypeCommand.usage.options.map(\.name)
    let text = step.indices.dropFirst(2).first { step[$0].hasPrefix("--") && !options.contains(step[$0]) }
    guard step[0] == TypeCommand.name, let text, step[text] != "--" else { return step }
    return step[..<text] + step[(text + 1)...] + ["--", step[text]]
  }
}

/// An argument of a tool.
struct MCPParameter: Sendable {
  enum Kind: Sendable {
    case text, bool, list, lines

    func schema(_ description: String) -> JSONValue {
      let words: JSONValue = ["type": "array", "items": ["type": "string"]]
      let members: [JSONValue.Member] =
        switch self {
        case .text: [.init("type", "string")]
        case .bool: [.init("type", "boolean")]
        case .list: [.init("type", "array"), .init("items", ["type": "string"])]
        case .lines: [.init("type", "array"), .init("items", words)]
        }
      return .object(members + [.init("description", .string(description))])
    }
  }

  let name: String
  let kind: Kind
  let description: String
  let isRequired: Bool

  init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
    (self.name, self.kind, self.description, self.isRequired) = (name, kind, description, isRequired)
  }

  static let app = MCPParameter("app", .text, "The handle that start answers; not needed if one app runs.")
  static let from = MCPParameter("from", .text, "A situation of the start page, as in fullBasket.")
  static let state = MCPParameter("state", .text, "A named state to begin with.")
  static let flags = MCPParameter("flags", .list, "Feature flags, each as KEY=VALUE.")
}
#endif
