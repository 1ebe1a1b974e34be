import AppData

/// The exit status of a process, with the numbers that shells and scripts know from `sysexits.h`.
public enum ExitCode: Int32, Sendable {
  /// The app ran, and ended as it should.
  case success = 0
  /// The command line cannot be understood.
  case usage = 64
  /// The app's data cannot be opened.
  case cannotOpenData = 73
  /// Another process is using the app's data; try again when it has ended.
  case dataInUse = 75
  /// The app cannot be started as it is configured.
  case configuration = 78
}

extension ExitCode {
  /// The exit status for an error that kept the app from starting.
  init(forFailedStart error: any Error) {
    self =
      switch error {
      case AppDataError.containerInUse: .dataInUse
      case is AppDataError: .cannotOpenData
      default: .configuration
      }
  }
}
