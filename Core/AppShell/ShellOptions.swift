import AppRuntime

/// The options that every app has.
enum ShellOptions {
  static let help = LaunchOption("--help", short: "-h", "Shows this help and ends.")
  static let version = LaunchOption("--version", "Shows the version and ends.")
  static let plain = LaunchOption("--plain", "Prints screens as text and reads one command a line.")
  static let listLinks = LaunchOption("--list-links", "Lists the links that --open takes and ends.")

  static let all = [help, version, plain]
}
