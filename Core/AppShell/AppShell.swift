public import AppRuntime
import ElementTree
import TerminalUI

/// Runs an app as a process: handles command line, data, terminal and exit status.
@MainActor
public struct AppShell {
  private let definition: AppDefinition
  private let console: Console
  private let boot: AppBoot
  private let links: [HelpSection]

  /// Prepares an app to be run.
  public init(
    _ definition: AppDefinition, console: Console = .standard, companion: (any AppCompanion)? = nil,
    observers: [any AppHostObserver] = []
  ) {
    self.definition = definition
    self.console = console
    links = Self.links(of: definition)
    boot = AppBoot(
      definition, options: ShellOptions.all + links.compactMap(\.option), companion: companion,
      observers: observers)
  }

  /// What `--list-links` lists, where there are links.
  private static func links(of definition: AppDefinition) -> [HelpSection] {
    guard let scheme = definition.linkScheme, !definition.feature.linkedPlaces.isEmpty else { return [] }
    return [
      HelpSection("LINKS", option: ShellOptions.listLinks) {
        definition.feature.linkedPlaces.map { HelpSection.Entry("\(scheme)://\($0.place)", $0.summary) }
      }
    ]
  }

  private var help: HelpText {
    HelpText(
      definition: definition, options: boot.options, sections: sections, columns: console.outputColumns)
  }

  private var sections: [HelpSection] { links + boot.helpSections }

  /// Runs the app until its user quits, and returns the exit status for the process.
  public func run(_ launch: LaunchConfiguration = .ofThisProcess) async -> ExitCode {
    console.fillGaps()
    do {
      try boot.check(launch)
      if launch.contains(ShellOptions.help) {
        try console.print(help.lines)
      } else if launch.contains(ShellOptions.version) {
        try console.print(["\(definition.name) \(definition.version)"])
      } else if let list = sections.first(where: { $0.option.map(launch.contains) == true }) {
        try console.print(help.lines(of: list))
      } else {
        try await boot.run(launch) { try await show($0, launch) }
      }
      return .success
    } catch {
      complain(of: error)
      return ExitCode(for: error)
    }
  }

  private func complain(of error: any Error) {
    let list: String?
    switch error {
    // Each line has been told.
    case ConsoleError.refusedLines: return
    case let error as UnknownValueError: list = error.listedBy ?? ShellOptions.help.name
    case is LaunchArgumentError: list = ShellOptions.help.name
    case is DeepLinkError where !links.isEmpty: list = ShellOptions.listLinks.name
    default: list = nil
    }
    complain("\(error)" + (list.map { " See '\(definition.name) \($0)'." } ?? ""))
  }

  private func complain(_ text: String) { console.complain("\(definition.name): \(text)") }

  private func show(_ host: AppHost, _ launch: LaunchConfiguration) async throws {
    let settings = TerminalSettings(
      environment: launch.environment, inputIsTerminal: console.inputIsTerminal,
      outputIsTerminal: console.outputIsTerminal, plain: launch.contains(ShellOptions.plain))
    let terminal = TerminalInterface(
      host: host, title: definition.name, settings: settings, input: console.input, output: console.output,
      complain: complain)
    switch await terminal.run() {
    case .cannotWrite(let reason): throw ConsoleError.output(reason: reason)
    case .cannotRead(let reason): throw ConsoleError.input(reason: reason)
    case .refusedLines: throw ConsoleError.refusedLines
    case .userQuit, .endOfInput, .terminalGone: break
    }
    // What stood beside the app is gone with the screen.
    if settings.mode == .fullScreen, let banner = host.banner { complain(banner.link ?? banner.title) }
  }
}
