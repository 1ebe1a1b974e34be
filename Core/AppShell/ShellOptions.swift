import AppRuntime

/// The options that every app has.
enum ShellOptions {
  static let help = LaunchOption("--help", "Shows this help and ends.")
  static let version = LaunchOption("--version", "Shows the version and ends.")
  static let plain = LaunchOption("--plain", "Prints screens as text and reads one command a line.")

  static let all = [help, version, plain]
}

/// The text that `--help` prints.
enum HelpText {
  static func make(name: String, options: [LaunchOption]) -> String {
    let column = (options.map(\.usage.count).max() ?? 0) + 2
    let lines = options.map { option in
      "  " + option.usage + String(repeating: " ", count: column - option.usage.count) + option.summary
    }
    return """
      USAGE: \(name) [options]

      OPTIONS:
      \(lines.joined(separator: "\n"))

      Keys: Tab and the arrows move, Enter selects, Esc goes back, Ctrl-C quits.
      Where input or output is not a terminal, screens are printed and commands are read line by line.
      """
  }
}
