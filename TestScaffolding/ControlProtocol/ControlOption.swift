#if DEBUG
/// The launch options of the scaffolding, by which a test configures an app.
///
/// Each raw value is the option as it is typed. The app's parser, its `--help`, the release proof and the table in the
/// documentation all read the options from here.
public enum ControlOption: String, CaseIterable, Sendable, CustomStringConvertible {
  case resetData = "--ResetData"
  case resetOn = "--reset-on LIST"
  case resetGesture = "--reset-gesture KEYS:TAPS"
  case pauseClockAt = "--pause-clock-at TIME"
  case network = "--network MODE"
  case socket = "--control-socket PATH"
  case port = "--control-port PORT"
  case openBrowser = "--open-browser"
  case headless = "--headless"
  case driven = "--driven FOLDER"

  /// The option without its value: `--reset-on`.
  public var name: String { String(rawValue.prefix { $0 != " " }) }

  /// The placeholder for the option's value: `LIST`. Nil for an option without a value.
  public var valueName: String? {
    let words = rawValue.split(separator: " ")
    return words.count > 1 ? String(words[1]) : nil
  }

  public var description: String { name }

  /// Whether it may be given more than once.
  package var repeats: Bool { self == .network }

  /// What the option does.
  public var summary: String {
    switch self {
    case .resetData: "Erases all that the app keeps before it starts."
    case .resetOn: "Resets on any of: \(ResetWay.optional.map(\.rawValue).joined(separator: ","))."
    case .resetGesture: "Makes these keys the gesture: ctrl-r:3."
    case .pauseClockAt: "Starts with the app's clock paused at a time: \(ClockTime.example)."
    case .network:
      "Who answers requests: allow (any server), record (any, and keep it), FILE (a recording) or JSON "
        + "(routes). Repeatable."
    case .socket: "Serves tests on a Unix-domain socket in a folder of mode 0700."
    case .port:
      "Serves the workbench and tests on 127.0.0.1; 0 is the last port or a free one; prints the URL."
    case .openBrowser: "Opens the workbench of --control-port in a browser."
    case .headless: "Runs without a terminal."
    case .driven: "For the driver of a test: keeps named states in the folder, and uses what it inherits."
    }
  }
}

/// What an app with `--driven` inherits, at these numbers.
package enum DrivenDescriptor: Int32, CaseIterable, Sendable {
  /// A pipe for the app's status, a line of JSON, once it is drawn.
  case ready = 3
  /// The app ends when this pipe is closed at its other end.
  case lifeline = 4
  /// Shared memory with the generation that nothing has happened to since its reset.
  case untouchedGeneration = 5
}
#endif
