public import AppRuntime
import TerminalUI

/// Runs an app as a process: handles command line, data, terminal and exit status.
@MainActor
public struct AppShell {
  private let definition: AppDefinition
  private let console: Console
  private let boot: AppBoot

  /// Prepares an app to be run.
  public init(
    _ definition: AppDefinition, console: Console = .standard, companion: (any AppCompanion)? = nil,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.console = console
    boot = AppBoot(definition, options: ShellOptions.all, companion: companion, observers: observers)
  }

  /// Runs the app until its user quits, and returns the exit status for the process.
  public func run(_ launch: LaunchConfiguration = .ofThisProcess) async -> ExitCode {
    console.fillGaps()
    do {
      try boot.check(launch)
      if launch.contains(ShellOptions.help) {
        console.print(HelpText.make(name: definition.name, options: boot.options))
      } else if launch.contains(ShellOptions.version) {
        console.print("\(definition.name) \(definition.version)")
      } else {
        try await boot.run(launch) { await show($0, launch) }
      }
      return .success
    } catch let error as LaunchArgumentError {
      complain("\(error) See '\(definition.name) --help'.")
      return .usage
    } catch {
      complain("\(error)")
      return ExitCode(forFailedStart: error)
    }
  }

  private func complain(_ text: String) { console.complain("\(definition.name): \(text)") }

  private func show(_ host: AppHost, _ launch: LaunchConfiguration) async {
    let settings = TerminalSettings(
      environment: launch.environment, inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal, plain: launch.contains(ShellOptions.plain))
    let terminal = TerminalInterface(
      host: host, title: definition.name, settings: settings, input: console.input, output: console.output)
    _ = await terminal.run()
  }
}
