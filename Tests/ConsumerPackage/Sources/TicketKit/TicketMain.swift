public import AppRuntime
import Foundation

#if DEBUG
import TestScaffolding
#endif

/// Runs an app with the panel, and in debug builds with the scaffolding around it.
public enum TicketMain {
  /// Runs the app until its input ends or a test quits it, and returns the process's exit status.
  public static func run(_ definition: AppDefinition) async -> Int32 {
    #if DEBUG
    let boot = AppBoot(definition, companion: Scaffolding(definition))
    #else
    let boot = AppBoot(definition)
    #endif
    do {
      try await boot.run(.ofThisProcess) { host in await TicketPanel(host: host).run() }
      return 0
    } catch {
      FileHandle.standardError.write(Data("\(definition.name): \(error)\n".utf8))
      return error is LaunchArgumentError ? 64 : 1
    }
  }
}
