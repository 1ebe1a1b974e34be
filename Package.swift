// swift-tools-version: 6.3
import PackageDescription

// MARK: - The modules. An edge that the architecture forbids has no spelling here: it does not compile.

let elementTree = Core("ElementTree")
let featureFlags = Core("FeatureFlags")
let appData = Core("AppData")
let appRuntime = Core("AppRuntime", uses: [elementTree, featureFlags, appData])
let terminalUI = Core("TerminalUI", uses: [elementTree])
let appShell = Core("AppShell", uses: [elementTree, featureFlags, appData, appRuntime, terminalUI])

let onboarding = Feature("OnboardingFeature", uses: [elementTree, featureFlags, appData, appRuntime])

let controlProtocol = Scaffolding("ControlProtocol", core: [elementTree, featureFlags])
let testScaffolding = Scaffolding(
  "TestScaffolding", uses: [controlProtocol],
  core: [elementTree, featureFlags, appData, appRuntime, appShell])
let appDriver = Scaffolding("AppDriver", uses: [controlProtocol], core: [elementTree, featureFlags])

let sampleAppKit = SampleKit(
  "SampleAppKit", uses: [appRuntime, appShell], scaffolding: [controlProtocol, testScaffolding])
let sampleOnboarding = SampleApp(
  "SampleOnboarding", kit: sampleAppKit, uses: [appRuntime], features: [onboarding])

let releaseProof = ToolLogic("ReleaseProof")
let verifyReleaseTool = Tool("VerifyReleaseTool", uses: releaseProof)
let verifyRelease = CommandPlugin(
  "VerifyRelease", verb: "verify-release", tool: verifyReleaseTool,
  summary: "Proves that nothing of the test scaffolding is in a release build.")

let testSupport = TestSupport("TestSupport")

let modules: [Module] = [
  elementTree, featureFlags, appData, appRuntime, terminalUI, appShell,
  onboarding, controlProtocol, testScaffolding, appDriver, sampleAppKit, sampleOnboarding,
  releaseProof, verifyReleaseTool, verifyRelease, testSupport,

  Tests("ArchitectureTests", of: [testSupport]),
  Tests("ElementTreeTests", of: [elementTree]),
  Tests("FeatureFlagsTests", of: [featureFlags]),
  Tests("AppDataTests", of: [appData, testSupport]),
  Tests("AppRuntimeTests", of: [appRuntime, elementTree, featureFlags, appData, testSupport]),
  Tests("TerminalUITests", of: [terminalUI, elementTree, testSupport]),
  Tests("AppShellTests", of: [appShell, appRuntime, elementTree, testSupport]),
  Tests("OnboardingFeatureTests", of: [onboarding, appRuntime, elementTree, appData, testSupport]),
  Tests("ControlProtocolTests", of: [controlProtocol, elementTree, featureFlags]),
  Tests(
    "TestScaffoldingTests",
    of: [
      testScaffolding, controlProtocol, onboarding, appRuntime, appData, elementTree, featureFlags,
      testSupport,
    ]),
  Tests(
    "AppDriverTests",
    of: [appDriver, controlProtocol, elementTree, featureFlags, testSupport, sampleOnboarding]),
  Tests("SampleOnboardingTests", of: [sampleOnboarding, testSupport]),
  Tests("VerifyReleaseTests", of: [releaseProof]),
]

let package = Package(
  name: "CleanSlate",
  targets: modules.map(\.target),
  swiftLanguageModes: [.v6]
)

// MARK: - The kinds of modules: where each lives and what it may use

class Module {
  let target: Target
  init(_ target: Target) { self.target = target }
  convenience init(_ layer: String, _ name: String, _ uses: [Module]) {
    self.init(.target(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)"))
  }
  var edge: Target.Dependency { .byName(name: target.name) }
}
final class Core: Module {
  convenience init(_ name: String, uses: [Core] = []) { self.init("Core", name, uses) }
}
final class Feature: Module {
  convenience init(_ name: String, uses: [Core]) { self.init("Features", name, uses) }
}
final class Scaffolding: Module {
  convenience init(_ name: String, uses: [Scaffolding] = [], core: [Core]) {
    self.init("TestScaffolding", name, uses + core)
  }
}
final class SampleKit: Module {
  convenience init(_ name: String, uses: [Core], scaffolding: [Scaffolding]) {
    self.init("SampleApps", name, uses + scaffolding)
  }
}
final class SampleApp: Module {
  convenience init(_ name: String, kit: SampleKit, uses: [Core], features: [Feature]) {
    let edges = ([kit] + uses + features).map(\.edge)
    self.init(.executableTarget(name: name, dependencies: edges, path: "SampleApps/\(name)"))
  }
}
final class ToolLogic: Module {
  convenience init(_ name: String) { self.init("TestScaffolding/Plugins", name, []) }
}
final class Tool: Module {
  convenience init(_ name: String, uses logic: ToolLogic) {
    self.init(
      .executableTarget(name: name, dependencies: [logic.edge], path: "TestScaffolding/Plugins/\(name)"))
  }
}
final class CommandPlugin: Module {
  convenience init(_ name: String, verb: String, tool: Tool, summary: String) {
    self.init(
      .plugin(
        name: name, capability: .command(intent: .custom(verb: verb, description: summary)),
        dependencies: [tool.edge], path: "TestScaffolding/Plugins/\(name)"))
  }
}
final class TestSupport: Module {
  convenience init(_ name: String) { self.init("Tests", name, []) }
}
final class Tests: Module {
  convenience init(_ name: String, of uses: [Module]) {
    self.init(.testTarget(name: name, dependencies: uses.map(\.edge), path: "Tests/\(name)"))
  }
}

for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  let path = target.path ?? ""
  if path == "Core/AppRuntime" || path.hasPrefix("Features/") || path.hasPrefix("SampleApps/") {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}
