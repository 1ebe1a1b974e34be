import Foundation

extension LaunchConfiguration {
  /// What this process was started with.
  public nonisolated static var ofThisProcess: LaunchConfiguration {
    LaunchConfiguration(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
  }
}
