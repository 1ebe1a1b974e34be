import Foundation

extension LaunchConfiguration {
  /// The command line and the environment of this process.
  public nonisolated static var ofThisProcess: LaunchConfiguration {
    LaunchConfiguration(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
  }
}
