import AppData

/// How a process ends, in the numbers that shells and scripts know from `sysexits.h`.
public enum ExitCode: Int32, Sendable {
  /// All is well.
  case success = 0
  /// The command line cannot be understood.
  case usage = 64
  /// The app's data cannot be opened.
  case cannotOpenData = 73
  /// Another process has the app's data; try again when it has ended.
  case dataInUse = 75
  /// The app cannot be started as it is configured.
  case configuration = 78
}

extension ExitCode {
  /// Tells how to end for what kept the app from starting.
  init(forFailedStart error: any Error) {
    self =
      switch error {
      case AppDataError.containerInUse: .dataInUse
      case is AppDataError: .cannotOpenData
      default: .configuration
      }
  }
}
