#if DEBUG
import ControlProtocol
import OperatingSystem
import ToolOptions

/// `cleanslate mcp`: what the command line does, as tools of an agent.
struct MCPCommand: Subcommand {
  static let name = "mcp"
  static let summary = "offers the verbs to a coding agent, by the Model Context Protocol"
  static let usage = ToolUsage(
    "cleanslate \(name) [options]",
    about: [
      "Speaks the Model Context Protocol on standard input and output, and ends when the input does. "
        + "'cleanslate help agents' is a page for agents that use the command line instead, which costs them less."
    ],
    options: [
      ToolOption("--package-path", "DIRECTORY", help: "The package; without it the folder of the call."),
      ToolOption("--check", help: "Prints the tools as an agent sees them, and ends."),
    ])

  private let words: GivenWords

  init(_ words: [String]) throws(UsageError) { self.words = try GivenWords(words, for: Self.usage) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let named = try words.value(of: "--package-path").map {
      try PackageFolder(at: $0, from: surroundings.folder).path
    }
    let folder = named ?? surroundings.folder
    if words.has("--check") {
      for tool in MCPTool.all {
        surroundings.write(String(decoding: try WireJSON.encode(tool.declaration), as: UTF8.self) + "\n")
      }
      return Status.success
    }
    // Its number would go to the next file that is opened.
    guard Descriptor(borrowing: 1).isOpen else { throw ToolFailure("Standard output is closed.") }
    let inner = Surroundings(
      folder: folder, environment: surroundings.environment, write: surroundings.write,
      complain: surroundings.complain)
    let package = (try? PackageFolder(at: nil, from: folder))?.path ?? folder
    try MCPServer(
      from: Descriptor(borrowing: 0), to: Descriptor(borrowing: 1),
      until: try surroundings.watchForInterruption(), in: folder, surroundings.environment,
      reach: [package, try inner.resultsFolder()]
    ).run()
    return Status.success
  }
}
#endif
