#if DEBUG
public import AppData
public import AppRuntime
public import AppShell
import ControlProtocol
public import ElementTree
public import FeatureFlags
import Foundation

/// All that tests need inside an app: erasing at launch, flags, live reset, the control server, leaks.
///
/// Without its options on the command line it does nothing.
public final class Scaffolding: ShellCompanion {
  /// The objects that must not outlive their generation.
  public let leaks = LeakTracker()

  private let definition: AppDefinition
  private let simulatedStart: SimulatedStart
  let workbench = Workbench()
  private var isStartedByTest = false

  /// Creates the scaffolding of an app.
  public init(_ definition: AppDefinition) {
    self.definition = definition
    simulatedStart = SimulatedStart(definition.feature.startingPoints)
  }

  public var launchOptions: [LaunchOption] { ScaffoldingOptions.all }

  public func recognizes(argument: String) -> Bool { FlagArgument.kind(of: argument) != nil }

  public func dataDidOpen(_ container: AppContainer, for launch: LaunchConfiguration) throws {
    isStartedByTest = launch.contains(ScaffoldingOptions.readyDescriptor)
    _ = try bridge(for: launch)
    guard launch.contains(ScaffoldingOptions.resetData) else { return }
    let eraser = DataEraser(container)
    eraser.erase()
    TrashCollector(container).collectSoon()
    let problems = eraser.failures + eraser.survived
    guard problems.isEmpty else {
      let list = problems.map { "\($0.part): \($0.item): \($0.reason)" }.joined(separator: "; ")
      throw ScaffoldingError("\(ControlOptions.resetData) could not erase everything: \(list)")
    }
  }

  public func ephemeralFlags(for launch: LaunchConfiguration) throws -> [String: FlagLiteral] {
    try bridge(for: launch).ephemeralConfiguration
  }

  public func startingPoints(for launch: LaunchConfiguration) throws -> [StartingPoint] {
    simulatedStart.points(for: try bridge(for: launch))
  }

  public func host(_ host: AppHost, willPerform action: Action) {
    workbench.willPerform(action, in: host)
  }

  public func host(_ host: AppHost, didFinish step: RestartStep) {
    guard step == .build, let session = host.session, let window = host.window,
      let environment = host.environment
    else { return }
    track(session, generation: host.generation)
    leaks.track(window, as: "window", generation: host.generation)
    leaks.track(environment, as: "environment", generation: host.generation)
  }

  public func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async -> Void
  ) async throws {
    let control = ControlSession(host: host, leaks: leaks, launch: launch, workbench: workbench) {
      [weak self] in
      self?.recognizes(argument: $0) ?? false
    }
    try control.start()
    defer { control.stop() }
    if launch.contains(ScaffoldingOptions.headless) {
      await control.quit.wait()
    } else {
      await runUntilQuit(control.quit, interface)
    }
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

  private func track(_ session: any FeatureSession, generation: Int) {
    leaks.track(session, as: "session", generation: generation)
    for child in session.children { track(child, generation: generation) }
  }

  private func bridge(for launch: LaunchConfiguration) throws -> AutomationBridge {
    let bridge = try AutomationBridge(launch, isStartedByTest: isStartedByTest)
    try simulatedStart.check(bridge)
    return bridge
  }
}
#endif
