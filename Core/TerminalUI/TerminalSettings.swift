/// How a program meets its user.
public enum TerminalMode: Sendable {
  /// The whole terminal, drawn anew with every change.
  case fullScreen
  /// One command a line, for pipes and screen readers.
  case lines
}

/// What a program knows about the place it talks to.
public struct TerminalSettings: Sendable, Equatable {
  /// How the program meets its user.
  public var mode: TerminalMode
  /// Whether colours may be used.
  public var usesColour: Bool
  /// Whether somebody sits before the input and waits to be asked.
  public var showsPrompt: Bool

  /// Derives the settings from the environment; `plain` asks for lines whatever the terminal can do.
  public init(
    environment: [String: String], inputIsTerminal: Bool, outputIsTerminal: Bool, plain: Bool
  ) {
    let terminal = environment["TERM"] ?? ""
    let canDraw = inputIsTerminal && outputIsTerminal && !terminal.isEmpty && terminal != "dumb"
    mode = canDraw && !plain ? .fullScreen : .lines
    usesColour = (environment["NO_COLOR"] ?? "").isEmpty
    showsPrompt = inputIsTerminal
  }
}
