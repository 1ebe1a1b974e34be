import AppData
import AppRuntime

/// The exit status of a process, with the numbers that shells and scripts know from `sysexits.h`.
public enum ExitCode: Int32, Sendable, CaseIterable {
  /// The app ran, and ended as it should.
  case success = 0
  /// The command line cannot be understood.
  case usage = 64
  /// A line of the input could not be done.
  case refusedLine = 65
  /// The app's data cannot be opened or erased.
  case cannotOpenData = 73
  /// What was to be printed could not be written, or the input could not be read.
  case cannotWriteOrRead = 74
  /// Another process is using the app's data; try again when it has ended.
  case dataInUse = 75
  /// The app cannot be started as it is configured.
  case configuration = 78
}

extension ExitCode {
  /// What the status says, for the help.
  var meaning: String {
    switch self {
    case .success: "The user quit, or the input ended."
    case .usage: "The command line is wrong."
    case .refusedLine: "A line from a pipe could not be done; the others were."
    case .cannotOpenData: "The data cannot be opened or erased."
    case .cannotWriteOrRead: "The output cannot be written, or the input cannot be read."
    case .dataInUse: "The data are in use by another process."
    case .configuration: "A link, a flag, a situation or the value of an option makes no sense to the app."
    }
  }

  /// The exit status for an error that kept the app from starting or from going on.
  init(for error: any Error) {
    self =
      switch error {
      case is LaunchArgumentError: .usage
      case ConsoleError.refusedLines: .refusedLine
      case is ConsoleError: .cannotWriteOrRead
      case AppDataError.containerInUse: .dataInUse
      case is AppDataError: .cannotOpenData
      default: .configuration
      }
  }
}
