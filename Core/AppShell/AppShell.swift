import AppData
public import AppRuntime
import TerminalUI

/// Runs an app as a process: command line, data, terminal, exit status.
@MainActor
public struct AppShell {
  private let definition: AppDefinition
  private let console: Console
  private let companion: (any ShellCompanion)?
  private let observers: [any AppHostObserver]

  /// Creates the shell of an app, and of what accompanies it.
  public init(
    _ definition: AppDefinition, console: Console = .standard, companion: (any ShellCompanion)? = nil,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.console = console
    self.companion = companion
    self.observers = observers + (companion.map { [$0] } ?? [])
  }

  /// Runs the app until its user quits, and returns how the process should end.
  public func run(_ launch: LaunchConfiguration = .ofThisProcess) async -> ExitCode {
    console.fillGaps()
    do throws(ShellFailure) {
      try check(launch)
      if launch.contains(ShellOptions.help) {
        console.print(HelpText.make(name: definition.name, options: options))
      } else if launch.contains(ShellOptions.version) {
        console.print("\(definition.name) \(definition.version)")
      } else {
        try await start(launch)
      }
      return .success
    } catch {
      console.complain("\(definition.name): \(error.message)")
      return error.status
    }
  }

  private var options: [LaunchOption] {
    ShellOptions.all + [.open] + definition.feature.launchOptions + observers.flatMap(\.launchOptions)
  }

  private func check(_ launch: LaunchConfiguration) throws(ShellFailure) {
    do {
      try launch.check(options: options) { argument in
        observers.contains { $0.recognizes(argument: argument) }
      }
    } catch {
      throw ShellFailure(.usage, "\(error) See '\(definition.name) --help'.")
    }
  }

  private func start(_ launch: LaunchConfiguration) async throws(ShellFailure) {
    let container = try openContainer(launch)
    let host = AppHost(definition, container: container, observers: observers)
    let interface = { @MainActor @Sendable in await show(host, launch) }
    do {
      try companion?.dataDidOpen(container, for: launch)
      try await host.restart(with: launch)
      for problem in host.flagProblems { console.complain("\(definition.name): \(problem)") }
      if let companion {
        try await companion.run(host, with: launch, interface: interface)
      } else {
        await interface()
      }
      // What was erased shortly before the end is gone for good with it.
      _ = container.emptyTrash()
    } catch {
      throw ShellFailure(ExitCode(forFailedStart: error), "\(error)")
    }
  }

  private func openContainer(_ launch: LaunchConfiguration) throws(ShellFailure) -> AppContainer {
    do {
      let container = try AppContainer.open(
        AppIdentity(id: definition.id, groups: definition.groups),
        in: BaseDirectories(environment: launch.environment))
      for part in definition.additionalData { container.register(part) }
      return container
    } catch {
      throw ShellFailure(ExitCode(forFailedStart: error), "\(error)")
    }
  }

  private func show(_ host: AppHost, _ launch: LaunchConfiguration) async {
    let settings = TerminalSettings(
      environment: launch.environment, inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal, plain: launch.contains(ShellOptions.plain))
    let terminal = TerminalInterface(
      host: host, title: definition.name, settings: settings, input: console.input, output: console.output)
    _ = await terminal.run()
  }
}

/// Why the shell could not run the app, and how the process should end for it.
struct ShellFailure: Error {
  let status: ExitCode
  let message: String

  init(_ status: ExitCode, _ message: String) {
    self.status = status
    self.message = message
  }
}
