// swift-tools-version: 6.3
import PackageDescription

// MARK: - The modules. An edge that the architecture forbids has no spelling here: it does not compile.

let elementTree = core("ElementTree")
let featureFlags = core("FeatureFlags")
let appData = core("AppData")
let appRuntime = core("AppRuntime", uses: [elementTree, featureFlags, appData])
let terminalUI = core("TerminalUI", uses: [elementTree])
let appShell = core("AppShell", uses: [elementTree, featureFlags, appData, appRuntime, terminalUI])

let onboarding = feature("OnboardingFeature", uses: [elementTree, featureFlags, appData, appRuntime])

let orders = feature("OrdersFeature", uses: [elementTree, appData, appRuntime])

let controlProtocol = scaffolding("ControlProtocol", core: [elementTree, featureFlags])
let testScaffolding = scaffolding(
  "TestScaffolding", uses: [controlProtocol],
  core: [elementTree, featureFlags, appData, appRuntime, appShell])
let appDriver = scaffolding("AppDriver", uses: [controlProtocol], core: [elementTree, featureFlags])

let sampleAppKit = sampleKit(
  "SampleAppKit", uses: [appRuntime, appShell], scaffolding: [controlProtocol, testScaffolding])
let sampleOnboarding = sampleApp(
  "SampleOnboarding", kit: sampleAppKit, uses: [appRuntime], features: [onboarding])

let sampleOrders = sampleApp(
  "SampleOrders", kit: sampleAppKit, uses: [appRuntime], features: [orders])
let secondOrdersApp = testApp(
  "SecondOrdersApp", kit: sampleAppKit, uses: [appRuntime], features: [orders])

let releaseProof = toolLogic("ReleaseProof")
let verifyReleaseTool = tool("VerifyReleaseTool", logic: releaseProof)
let verifyRelease = Tooling(
  target: .plugin(
    name: "VerifyRelease",
    capability: .command(
      intent: .custom(
        verb: "verify-release",
        description: "Proves that nothing of the test scaffolding is in a release build.")),
    dependencies: [verifyReleaseTool.edge], path: "TestScaffolding/Plugins/VerifyRelease"))

let support = testSupport("TestSupport")

let modules: [any Module] = [
  elementTree, featureFlags, appData, appRuntime, terminalUI, appShell,
  onboarding, controlProtocol, testScaffolding, appDriver, sampleAppKit, sampleOnboarding,
  orders, sampleOrders, secondOrdersApp,
  releaseProof, verifyReleaseTool, verifyRelease, support,

  tests("ArchitectureTests", of: [support]),
  tests("ElementTreeTests", of: [elementTree]),
  tests("FeatureFlagsTests", of: [featureFlags]),
  tests("AppDataTests", of: [appData, support]),
  tests("AppRuntimeTests", of: [appRuntime, elementTree, featureFlags, appData, support]),
  tests("TerminalUITests", of: [terminalUI, elementTree, support]),
  tests("AppShellTests", of: [appShell, appRuntime, elementTree, support]),
  tests("OnboardingFeatureTests", of: [onboarding, appRuntime, elementTree, appData, support]),
  tests("ControlProtocolTests", of: [controlProtocol, elementTree, featureFlags]),
  tests(
    "TestScaffoldingTests",
    of: [
      testScaffolding, controlProtocol, onboarding, appRuntime, appData, elementTree, featureFlags,
      support,
    ]),
  tests(
    "AppDriverTests",
    of: [appDriver, controlProtocol, elementTree, featureFlags, support, sampleOnboarding]),
  tests(
    "SampleOnboardingUITests", of: [sampleOnboarding, appDriver, controlProtocol, elementTree, featureFlags]),
  tests("SampleOnboardingTests", of: [sampleOnboarding, support]),
  tests("OrdersFeatureTests", of: [orders, appRuntime, elementTree, appData, support]),
  tests(
    "SampleOrdersUITests",
    of: [sampleOrders, secondOrdersApp, appDriver, controlProtocol, elementTree, featureFlags, support]),
  tests("TestSupportTests", of: [support]),
  tests("VerifyReleaseTests", of: [releaseProof]),
]

let package = Package(
  name: "CleanSlate",
  targets: modules.map(\.target),
  swiftLanguageModes: [.v6]
)

// MARK: - The kinds of modules: where each lives and what it may use

protocol Module { var target: Target { get } }
struct Core: Module { let target: Target }
struct Feature: Module { let target: Target }
struct Scaffolding: Module { let target: Target }
struct SampleKit: Module { let target: Target }
struct Tooling: Module { let target: Target }
struct App: Module { let target: Target }

func core(_ name: String, uses: [Core] = []) -> Core { Core(target: .library("Core", name, uses)) }
func feature(_ name: String, uses: [Core]) -> Feature { Feature(target: .library("Features", name, uses)) }
func scaffolding(_ name: String, uses: [Scaffolding] = [], core: [Core]) -> Scaffolding {
  Scaffolding(target: .library("TestScaffolding", name, uses + core))
}
func sampleKit(_ name: String, uses: [Core], scaffolding: [Scaffolding]) -> SampleKit {
  SampleKit(target: .library("SampleApps", name, uses + scaffolding))
}
func sampleApp(_ name: String, kit: SampleKit, uses: [Core], features: [Feature]) -> App {
  App(target: .executable("SampleApps", name, [kit] + uses + features))
}
func testApp(_ name: String, kit: SampleKit, uses: [Core], features: [Feature]) -> App {
  App(target: .executable("Tests", name, [kit] + uses + features))
}
func tool(_ name: String, logic: Tooling) -> Tooling {
  Tooling(target: .executable("TestScaffolding/Plugins", name, [logic]))
}
func toolLogic(_ name: String) -> Tooling { Tooling(target: .library("TestScaffolding/Plugins", name, [])) }
func testSupport(_ name: String) -> Tooling { Tooling(target: .library("Tests", name, [])) }
func tests(_ name: String, of uses: [any Module]) -> App {
  App(target: .testTarget(name: name, dependencies: uses.map(\.edge), path: "Tests/\(name)"))
}

extension Module { var edge: Target.Dependency { .byName(name: target.name) } }
extension Target {
  static func library(_ layer: String, _ name: String, _ uses: [any Module]) -> Target {
    .target(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)")
  }
  static func executable(_ layer: String, _ name: String, _ uses: [any Module]) -> Target {
    .executableTarget(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)")
  }
}

// MARK: - Settings, the same for all

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
