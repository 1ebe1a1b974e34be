import AppData
public import AppRuntime
import AppShell
import Foundation

#if DEBUG
import TestScaffolding
#endif

/// Runs an app with the panel, and in debug builds with the scaffolding around it.
public enum TicketMain {
  /// Runs the app until its input ends or a test quits it, and returns the process's exit status.
  public static func run(_ definition: AppDefinition) async -> Int32 {
    let launch = LaunchConfiguration.ofThisProcess
    do {
      let container = try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: launch.environment))
      #if DEBUG
      let scaffolding = Scaffolding(definition)
      let host = AppHost(definition, container: container, observers: [scaffolding])
      try launch.check(options: host.launchOptions) { scaffolding.recognizes(argument: $0) }
      try scaffolding.dataDidOpen(container, for: launch)
      try await host.restart(with: launch)
      try await scaffolding.run(host, with: launch) { await TicketPanel(host: host).run() }
      #else
      let host = AppHost(definition, container: container)
      try launch.check(options: host.launchOptions)
      try await host.restart(with: launch)
      await TicketPanel(host: host).run()
      #endif
      return 0
    } catch {
      FileHandle.standardError.write(Data("\(definition.name): \(error)\n".utf8))
      return error is LaunchArgumentError ? 64 : 1
    }
  }
}
