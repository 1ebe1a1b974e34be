#if DEBUG
public import AppData
public import AppRuntime
import ControlProtocol
public import ElementTree
public import FeatureFlags
import Foundation
import HeldResources

/// All that tests need inside an app: erasing at launch, flags, live reset, the control server, leaks.
///
/// Without its options on the command line it does nothing.
public final class Scaffolding: AppCompanion {
  /// The objects that must not outlive their generation.
  public let leaks = LeakTracker()

  private let definition: AppDefinition
  private let simulatedStart: SimulatedStart
  let workbench = Workbench()
  private var isStartedByTest = false
  private var notifiers: ResetNotifiers?
  /// Where the control server can be reached: `127.0.0.1:4711`, or a path.
  private var servedAddresses: Set<String> = []

  /// Creates the scaffolding of an app.
  public init(_ definition: AppDefinition) {
    self.definition = definition
    simulatedStart = SimulatedStart(definition.feature.situations)
  }

  public var launchOptions: [LaunchOption] { ScaffoldingOptions.all }

  public func recognizes(argument: String) -> Bool { FlagArgument.kind(of: argument) != nil }

  public func dataDidOpen(_ container: AppContainer, for launch: LaunchConfiguration) throws {
    isStartedByTest = launch.contains(ScaffoldingOptions.readyDescriptor)
    _ = try bridge(for: launch)
    let notifiers = ResetNotifiers(app: definition.name, environment: launch.environment)
    let choice = try ResetChoice(launch)
    try ControlChoice(launch).check(with: choice)
    try notifiers.follow(choice)
    self.notifiers = notifiers
    watchResources(launch)
  }

  /// Erases for the first start of the process, if it will be one; resets erase by themselves.
  public func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws {
    guard host.generation == 0, launch.contains(ScaffoldingOptions.resetData) else { return }
    try ControlChoice(launch).tryOut()
    let eraser = DataEraser(host.container)
    eraser.erase()
    TrashCollector(host.container).collectSoon()
    let problems = eraser.failures + eraser.survived
    guard problems.isEmpty else {
      let list = problems.map { "\($0.part): \($0.item): \($0.reason)" }.joined(separator: "; ")
      throw ScaffoldingError("\(ControlOptions.resetData) could not erase everything: \(list)")
    }
  }

  public func ephemeralFlags(for launch: LaunchConfiguration) throws -> [String: FlagLiteral] {
    try bridge(for: launch).ephemeralConfiguration
  }

  public func situations(for launch: LaunchConfiguration) throws -> [Situation] {
    simulatedStart.situations(for: try bridge(for: launch))
  }

  public func host(_ host: AppHost, willPerform action: Action) {
    workbench.willPerform(action, in: host)
  }

  public func host(_ host: AppHost, didFinish step: RestartStep) {
    switch step {
    case .quiesce: leaks.remember(host)
    case .whileStopped: leaks.resources?.lookWhileStopped(generation: host.generation)
    case .build: if let launch = host.environment?.launch { follow(launch) }
    case .endSessions, .dropWindow, .draw: break
    }
  }

  public func overlays(for launch: LaunchConfiguration) throws -> [Overlay] {
    let choice = try ResetChoice(launch)
    _ = try ControlChoice(launch)
    return notifiers?.button.overlays(choice) ?? []
  }

  public func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool {
    notifiers?.gesture.take(stroke) ?? false
  }

  /// Opens the ways to a reset that are chosen now; the launch has been checked before.
  private func follow(_ launch: LaunchConfiguration) {
    do {
      try notifiers?.follow(ResetChoice(launch))
    } catch {
      FileHandle.standardError.write(Data("\(definition.name): \(error)\n".utf8))
    }
  }

  public func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async -> Void
  ) async throws {
    let notifiers = notifiers ?? ResetNotifiers(app: definition.name, environment: launch.environment)
    self.notifiers = notifiers
    let control = ControlSession(
      host: host, leaks: leaks, launch: launch, workbench: workbench, notifiers: notifiers)
    defer {
      control.stop()
      notifiers.close()
    }
    try await control.start()
    servedAddresses = control.addresses
    if launch.contains(ScaffoldingOptions.headless) {
      await control.quit.wait()
    } else {
      await runUntilQuit(control.quit, interface)
    }
  }

  private func watchResources(_ launch: LaunchConfiguration) {
    let socket = launch.value(of: ScaffoldingOptions.socket)
    guard socket != nil || launch.contains(ScaffoldingOptions.port) else { return }
    // A folder that a test made for this app alone; elsewhere others leave files, too.
    let temporaryFolder = isStartedByTest ? launch.environment["TMPDIR"] : nil
    let watch = ResourceWatch(temporaryFolder: temporaryFolder)
    watch.begin { [weak self] ends in
      guard let own = ends.own else { return false }
      return own == socket || self?.servedAddresses.contains(own) == true
        || self?.notifiers?.beep.addresses.contains(own) == true
    }
    leaks.resources = watch
  }

  private func runUntilQuit(_ quit: QuitSignal, _ interface: @escaping @MainActor () async -> Void) async {
    let shown = Task { await interface() }
    let watch = Task {
      await quit.wait()
      shown.cancel()
    }
    await shown.value
    watch.cancel()
  }

  private func bridge(for launch: LaunchConfiguration) throws -> AutomationBridge {
    let bridge = try AutomationBridge(launch)
    try simulatedStart.check(bridge)
    return bridge
  }
}
#endif
