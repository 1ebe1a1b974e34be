// swift-tools-version: 6.3
import PackageDescription

// MARK: - The modules. An edge that the architecture forbids has no spelling here: it does not compile.

let elementTree = core("ElementTree")
let featureFlags = core("FeatureFlags")
let appData = core("AppData")
let appRuntime = core("AppRuntime", uses: [elementTree, featureFlags, appData])
let terminalUI = core("TerminalUI", uses: [elementTree])
let appShell = core("AppShell", uses: [elementTree, featureFlags, appData, appRuntime, terminalUI])
let settingsScreens = core("SettingsScreens", uses: [elementTree, featureFlags, appRuntime])

let onboarding = feature("OnboardingFeature", uses: [elementTree, featureFlags, appData, appRuntime])
let account = feature("AccountFeature", uses: [elementTree, appData, appRuntime])
let orders = feature("OrdersFeature", uses: [elementTree, appData, appRuntime])

let controlProtocol = scaffolding("ControlProtocol", core: [elementTree, featureFlags])
let testScaffolding = scaffolding(
  "TestScaffolding", uses: [controlProtocol],
  core: [elementTree, featureFlags, appData, appRuntime, appShell])
let objectGraph = scaffolding("ObjectGraph", core: [])
let appDriver = scaffolding("AppDriver", uses: [controlProtocol], core: [elementTree, featureFlags])

let sampleAppKit = sampleKit(
  "SampleAppKit", uses: [elementTree, featureFlags, appRuntime, appShell, settingsScreens],
  scaffolding: [controlProtocol, testScaffolding])
let sampleOnboarding = sampleApp(
  "SampleOnboarding", kit: sampleAppKit, uses: [appRuntime], features: [onboarding])
let sampleAccount = sampleApp(
  "SampleAccount", kit: sampleAppKit, uses: [appRuntime], features: [account])

let sampleOrders = sampleApp(
  "SampleOrders", kit: sampleAppKit, uses: [appRuntime], features: [orders])
let secondOrdersApp = sampleApp(
  "SecondOrdersApp", in: "Tests", kit: sampleAppKit, uses: [appRuntime], features: [orders])

// 'swift package new-feature' declares modules above this line.

let releaseProof = tooling("ReleaseProof", in: "TestScaffolding/Plugins")
let verifyReleaseTool = tool("VerifyReleaseTool", logic: releaseProof)
let verifyRelease = Tooling(
  target: .plugin(
    name: "VerifyRelease",
    capability: .command(
      intent: .custom(
        verb: "verify-release",
        description: "Proves that nothing of the test scaffolding is in a release build.")),
    dependencies: [verifyReleaseTool.edge], path: "TestScaffolding/Plugins/VerifyRelease"))

let featureGenerator = tooling("FeatureGenerator", in: "TestScaffolding/Plugins")
let newFeatureTool = tool("NewFeatureTool", logic: featureGenerator)
let newFeature = Tooling(
  target: .plugin(
    name: "NewFeature",
    capability: .command(
      intent: .custom(
        verb: "new-feature", description: "Writes a new feature with its sample app and tests."),
      permissions: [.writeToPackageDirectory(reason: "It writes the feature's sources and manifest lines.")]),
    dependencies: [newFeatureTool.edge], path: "TestScaffolding/Plugins/NewFeature"))

let benchmarkApp = sampleApp(
  "BenchmarkApp", in: "Tests/Benchmarks", kit: sampleAppKit, uses: [elementTree, appData, appRuntime])
let resetBenchmark = benchmark("ResetBenchmark", uses: [appDriver, controlProtocol])

let graphBenchmark = benchmark("GraphBenchmark", uses: [objectGraph])

let support = tooling("TestSupport", in: "Tests")

let modules: [any Module] = [
  elementTree, featureFlags, appData, appRuntime, terminalUI, appShell, settingsScreens,
  onboarding, controlProtocol, testScaffolding, appDriver, sampleAppKit, sampleOnboarding,
  account, sampleAccount, orders, sampleOrders, secondOrdersApp,
  releaseProof, verifyReleaseTool, verifyRelease, featureGenerator, newFeatureTool, newFeature, support,
  benchmarkApp, resetBenchmark, objectGraph, graphBenchmark,

  tests("ArchitectureTests", of: [support]),
  tests("ElementTreeTests", of: [elementTree]),
  tests("FeatureFlagsTests", of: [featureFlags]),
  tests("AppDataTests", of: [appData, support]),
  tests("AppRuntimeTests", of: [appRuntime, elementTree, featureFlags, appData, support]),
  tests("TerminalUITests", of: [terminalUI, elementTree, support]),
  tests("AppShellTests", of: [appShell, appRuntime, elementTree, support]),
  tests(
    "SettingsScreensTests", of: [settingsScreens, appRuntime, elementTree, featureFlags, appData, support]),
  tests("OnboardingFeatureTests", of: [onboarding, appRuntime, elementTree, appData, support]),
  tests("AccountFeatureTests", of: [account, appRuntime, elementTree, appData, support]),
  tests("SampleAppKitTests", of: [sampleAppKit, onboarding, appRuntime, elementTree, appData, support]),
  tests("ControlProtocolTests", of: [controlProtocol, elementTree, featureFlags]),
  tests(
    "TestScaffoldingTests",
    of: [
      testScaffolding, controlProtocol, sampleOnboarding, onboarding, appRuntime, appData, elementTree,
      featureFlags,
      support,
    ]),
  tests(
    "AppDriverTests",
    of: [appDriver, controlProtocol, elementTree, featureFlags, support, sampleOnboarding]),
  tests(
    "SampleOnboardingUITests", of: [sampleOnboarding, appDriver, controlProtocol, elementTree, featureFlags]),
  tests("SampleAccountUITests", of: [sampleAccount, appDriver, controlProtocol, elementTree]),
  tests("SampleOnboardingTests", of: [sampleOnboarding, support]),
  tests("OrdersFeatureTests", of: [orders, appRuntime, elementTree, appData, support]),
  tests(
    "SampleOrdersUITests",
    of: [sampleOrders, secondOrdersApp, appDriver, controlProtocol, elementTree, featureFlags, support]),
  tests("ObjectGraphTests", of: [objectGraph]),
  tests("TestSupportTests", of: [support]),
  tests("VerifyReleaseTests", of: [releaseProof, support]),
  tests("NewFeatureTests", of: [featureGenerator, support]),
  // 'swift package new-feature' lists modules above this line.
]

/// What other packages can import.
let exported: [any Module] = [
  elementTree, featureFlags, appData, appRuntime, terminalUI, appShell, settingsScreens, controlProtocol,
  testScaffolding, objectGraph, appDriver,
]

let package = Package(
  name: "CleanSlate",
  products: exported.map { .library(name: $0.target.name, targets: [$0.target.name]) } + [
    .plugin(name: "VerifyRelease", targets: ["VerifyRelease"])
  ],
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
func sampleApp(
  _ name: String, in layer: String = "SampleApps", kit: SampleKit, uses: [Core], features: [Feature] = []
) -> App {
  App(target: .executable(layer, name, [kit] + uses + features))
}
func benchmark(_ name: String, uses: [Scaffolding]) -> App {
  App(target: .executable("Tests/Benchmarks", name, uses))
}
func tool(_ name: String, logic: Tooling) -> Tooling {
  Tooling(target: .executable("TestScaffolding/Plugins", name, [logic]))
}
func tooling(_ name: String, in layer: String) -> Tooling { Tooling(target: .library(layer, name, [])) }
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

let onMainActor = [
  "Core/AppRuntime", "Core/SettingsScreens", "Features/", "SampleApps/", "Tests/Benchmarks/BenchmarkApp",
  "Tests/SecondOrdersApp",
]
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if onMainActor.contains(where: (target.path ?? "").hasPrefix) {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}
