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

let sampleAppKit = SampleKit("SampleAppKit", uses: [appRuntime, appShell])
let sampleOnboarding = SampleApp("SampleOnboarding", kit: sampleAppKit, features: [onboarding])

let testSupport = TestSupport("TestSupport")

let modules: [any Module] = [
  elementTree, featureFlags, appData, appRuntime, terminalUI, appShell,
  onboarding, sampleAppKit, sampleOnboarding, testSupport,

  Tests("ArchitectureTests", of: [testSupport]),
  Tests("ElementTreeTests", of: [elementTree]),
  Tests("FeatureFlagsTests", of: [featureFlags]),
  Tests("AppDataTests", of: [appData, testSupport]),
  Tests("AppRuntimeTests", of: [appRuntime, elementTree, featureFlags, appData, testSupport]),
  Tests("TerminalUITests", of: [terminalUI, elementTree, testSupport]),
  Tests("AppShellTests", of: [appShell, appRuntime, elementTree, testSupport]),
  Tests("OnboardingFeatureTests", of: [onboarding, appRuntime, elementTree, appData, testSupport]),
  Tests("SampleOnboardingTests", of: [sampleOnboarding, testSupport]),
  Tests("TestSupportTests", of: [testSupport]),
]

let package = Package(
  name: "CleanSlate",
  targets: modules.map(\.target),
  swiftLanguageModes: [.v6]
)

// MARK: - The kinds of modules: where each lives and what it may use

protocol Module { var target: Target { get } }

struct Core: Module {
  let target: Target
  init(_ name: String, uses: [Core] = []) { target = .library(name, in: "Core", uses) }
}

struct Feature: Module {
  let target: Target
  init(_ name: String, uses: [Core]) { target = .library(name, in: "Features", uses) }
}

struct SampleKit: Module {
  let target: Target
  init(_ name: String, uses: [Core]) { target = .library(name, in: "SampleApps", uses) }
}

struct SampleApp: Module {
  let target: Target
  init(_ name: String, kit: SampleKit, features: [Feature]) { target = .app(name, [kit] + features) }
}

struct TestSupport: Module {
  let target: Target
  init(_ name: String) { target = .library(name, in: "Tests", []) }
}

struct Tests: Module {
  let target: Target
  init(_ name: String, of modules: [any Module]) {
    target = .testTarget(name: name, dependencies: modules.map(\.edge), path: "Tests/\(name)")
  }
}

extension Module {
  var edge: Target.Dependency { .byName(name: target.name) }
}

extension Target {
  static func library(_ name: String, in layer: String, _ uses: [any Module]) -> Target {
    .target(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)")
  }
  static func app(_ name: String, _ uses: [any Module]) -> Target {
    .executableTarget(name: name, dependencies: uses.map(\.edge), path: "SampleApps/\(name)")
  }
}

for target in package.targets {
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
