// swift-tools-version: 6.3
import Foundation
import PackageDescription

#if os(Linux)
let obstacles: [String] = []
#else
let obstacles = ["CleanSlate builds on Linux alone; docs/mac.md tells how to work in a container."]
#endif
for obstacle in obstacles {
  FileHandle.standardError.write(Data("\(obstacle)\n".utf8))
  exit(1)
}

// One thread reads a manifest.
nonisolated(unsafe) let package = Package(name: "CleanSlate", swiftLanguageModes: [.v6])

// MARK: - The modules. The function of a kind takes what that kind may use alone; `library` and `executable` take anything.

let operatingSystem = core("OperatingSystem")
let elementTree = core("ElementTree")
let featureFlags = core("FeatureFlags")
let appData = core("AppData", uses: [operatingSystem])
let appRuntime = core("AppRuntime", uses: [operatingSystem, elementTree, featureFlags, appData])
let terminalUI = core("TerminalUI", uses: [operatingSystem, elementTree])
let appShell = core(
  "AppShell", uses: [operatingSystem, elementTree, featureFlags, appData, appRuntime, terminalUI])
let urlSessionClient = core("URLSessionClient", uses: [appRuntime])
let settingsScreens = core("SettingsScreens", uses: [elementTree, featureFlags, appRuntime])

let storefrontContracts = contracts("StorefrontContracts", uses: [elementTree])
let onboarding = feature(
  "OnboardingFeature", uses: [elementTree, featureFlags, appData, appRuntime], contracts: storefrontContracts)
let account = feature(
  "AccountFeature", uses: [elementTree, appData, appRuntime], contracts: storefrontContracts)
let shop = feature(
  "ShopFeature", uses: [elementTree, featureFlags, appData, appRuntime], contracts: storefrontContracts)
let orders = feature(
  "OrdersFeature", uses: [elementTree, appData, appRuntime], contracts: storefrontContracts)

// Each tool has a folder with its plug-in, its executable and its logic.
let tools = "TestScaffolding/Tools"

let processes = processTools("Processes", uses: [operatingSystem])
let records = processTools("Records", uses: [operatingSystem], processes: processes)
let leaks = scaffolding("Leaks", core: [])
let controlProtocol = scaffolding(
  "ControlProtocol", uses: [leaks], core: [operatingSystem, elementTree, featureFlags, appData])
let localHTTP = scaffolding("LocalHTTP", uses: [controlProtocol], core: [operatingSystem])
let beeper = scaffolding("Beeper", core: [operatingSystem])
let objectMemory = scaffolding("ObjectMemory", core: [])
let launchServer = scaffolding("LaunchServer", core: [])
let heldResources = scaffolding("HeldResources", uses: [leaks, objectMemory], core: [operatingSystem])
let objectGraph = scaffolding("ObjectGraph", uses: [leaks, objectMemory, heldResources], core: [])
let embedPageTool: Tooling = executable("EmbedPageTool", in: "\(tools)/embed-page", [])
let embedPage = plugin("EmbedPage", .buildTool(), embedPageTool, in: "embed-page")
let testScaffolding = scaffolding(
  "TestScaffolding",
  uses: [leaks, controlProtocol, localHTTP, beeper, heldResources, objectGraph, launchServer],
  core: [operatingSystem, elementTree, featureFlags, appData, appRuntime])
testScaffolding.target.plugins = [.plugin(name: embedPage.target.name)]
let snapshots = scaffolding("Snapshots", core: [elementTree, appRuntime], processes: [records])
let audit = scaffolding("Audit", core: [elementTree, terminalUI])
let appDriver = scaffolding(
  "AppDriver",
  uses: [leaks, controlProtocol, localHTTP, beeper, objectGraph, launchServer, snapshots, audit],
  core: [operatingSystem, elementTree, featureFlags, terminalUI],
  processes: [processes, records])

let sampleAppKit = sampleKit(
  "SampleAppKit", uses: [elementTree, featureFlags, appRuntime, appShell, settingsScreens],
  scaffolding: [controlProtocol, testScaffolding])
let sampleOnboarding = sampleApp("SampleOnboarding", kit: sampleAppKit, uses: [appRuntime, onboarding])
let sampleAccount = sampleApp("SampleAccount", kit: sampleAppKit, uses: [appRuntime, account])
let sampleShop = sampleApp("SampleShop", kit: sampleAppKit, uses: [appRuntime, urlSessionClient, shop])
let sampleOrders = sampleApp("SampleOrders", kit: sampleAppKit, uses: [appRuntime, orders])
let secondOrdersApp = sampleApp(
  "SecondOrdersApp", in: "Tests", kit: sampleAppKit, uses: [appRuntime, orders])

let storefrontComposition = composition(
  "StorefrontComposition",
  uses: [elementTree, featureFlags, appData, appRuntime, urlSessionClient, settingsScreens],
  contracts: storefrontContracts, features: [onboarding, account, shop, orders])
let sampleStorefront = sampleApp(
  "SampleStorefront", kit: sampleAppKit, uses: [appRuntime, storefrontComposition])
let storefront = productionApp("Storefront", uses: [appRuntime, appShell, storefrontComposition])

// MARK: - What tests and tools are made of
let support: Tooling = library("TestSupport", in: "Tests", [operatingSystem, processes])

let toolOptions: Tooling = library("ToolOptions", in: tools, [elementTree])
let releaseProof: Tooling = library(
  "ReleaseProof", in: "\(tools)/verify-release", [operatingSystem, processes, toolOptions])
let verifyReleaseTool = tool("VerifyReleaseTool", in: "verify-release", logic: releaseProof, toolOptions)
let verifyRelease = commandPlugin(
  "VerifyRelease", verb: "verify-release",
  "Proves that nothing of the test scaffolding is in a release build.", tool: verifyReleaseTool)

let featureGenerator = tooling("FeatureGenerator", in: "\(tools)/new-feature", uses: [toolOptions])
let newFeatureTool = tool("NewFeatureTool", in: "new-feature", logic: featureGenerator, toolOptions)
let newFeature = commandPlugin(
  "NewFeature", verb: "new-feature", "Writes a new feature with its sample app and tests.",
  tool: newFeatureTool)

let cleanSlateCommand: Tooling = library(
  "CleanSlateCommand", in: "\(tools)/cleanslate",
  [
    operatingSystem, processes, records, appData, toolOptions, leaks, elementTree, featureFlags, terminalUI,
    controlProtocol, audit, appDriver,
  ])
cleanSlateCommand.target.plugins = [.plugin(name: embedPage.target.name)]
let cleanSlate: Tooling = executable(
  "cleanslate", in: "\(tools)/cleanslate", [cleanSlateCommand, operatingSystem, processes])

let leakyApp = sampleApp("LeakyApp", in: "Tests", kit: sampleAppKit, uses: [elementTree, appRuntime])
let restlessApp = sampleApp("RestlessApp", in: "Tests", kit: sampleAppKit, uses: [elementTree, appRuntime])
let faultyApp = sampleApp("FaultyApp", in: "Tests", kit: sampleAppKit, uses: [elementTree, appRuntime])
let mirrorApp: App = executable("MirrorApp", in: "Tests", [testScaffolding])
let killedDriver: App = executable("KilledDriver", in: "Tests", [appDriver])
let benchmarkApp = sampleApp(
  "BenchmarkApp", in: "Tests/Benchmarks", kit: sampleAppKit, uses: [elementTree, appData, appRuntime])
let forgetfulApp = sampleApp(
  "ForgetfulApp", in: "Tests", kit: sampleAppKit, uses: [elementTree, appData, appRuntime])
let meddlingApp = sampleApp("MeddlingApp", in: "Tests", kit: sampleAppKit, uses: [elementTree, appRuntime])
let measuring = tooling("Measuring", in: "Tests/Benchmarks", uses: [toolOptions])
let resetBenchmark = benchmark("ResetBenchmark", uses: [appDriver, controlProtocol, measuring, support])
let suiteBenchmark = benchmark("SuiteBenchmark", uses: [measuring])
let graphBenchmark = benchmark("GraphBenchmark", uses: [objectGraph, measuring])
let peerJourney = benchmark("PeerJourney", uses: [appDriver, measuring])
let crashModel: Tooling = library("CrashModel", in: "Tests", [appData])
let crashTarget: App = executable("CrashTarget", in: "Tests", [crashModel, appData])
let browserSupport = tooling("BrowserSupport", in: "Tests", uses: [support])

let typeFuzz = tooling("TypeFuzz", in: "Tests", uses: [support])

let fuzzer: App = executable(
  "Fuzzer", in: "Tests/Fuzz",
  [testScaffolding, controlProtocol, appRuntime, featureFlags, terminalUI, elementTree, support])

// MARK: - Tests

tests("ArchitectureTests", of: [processes, support, releaseProof, embedPageTool])
tests("OperatingSystemTests", of: [operatingSystem, processes, support])
tests("ElementTreeTests", of: [elementTree, support])
tests("FeatureFlagsTests", of: [featureFlags, support])
tests("AppDataTests", of: [appData, processes, support])
tests("AppRuntimeTests", of: [appRuntime, elementTree, featureFlags, appData, operatingSystem, support])
tests("TerminalUITests", of: [terminalUI, operatingSystem, elementTree, support])
tests("URLSessionClientTests", of: [urlSessionClient, appRuntime, support])
tests("AppShellTests", of: [appShell, appRuntime, elementTree, support])
tests("SettingsScreensTests", of: [settingsScreens, appRuntime, elementTree, featureFlags, appData, support])
tests("OnboardingFeatureTests", of: [onboarding, appRuntime, elementTree, appData, support])
tests("StorefrontContractsTests", of: [storefrontContracts])
tests("AccountFeatureTests", of: [account, storefrontContracts, appRuntime, elementTree, appData, support])
tests(
  "SampleAppKitTests",
  of: [
    sampleAppKit, onboarding, appRuntime, elementTree, appData, sampleOnboarding, sampleShop, sampleAccount,
    sampleOrders, sampleStorefront, storefront, support,
  ])
tests("ControlProtocolTests", of: [leaks, controlProtocol, elementTree, featureFlags, support])
tests("ProcessesTests", of: [processes, operatingSystem, support])
tests("RecordsTests", of: [records, support])
tests("SnapshotsTests", of: [snapshots, records, appRuntime, elementTree, operatingSystem, support])
tests(
  "AuditTests",
  of: [
    audit, appDriver, controlProtocol, elementTree, terminalUI, operatingSystem, support, sampleOnboarding,
    sampleAccount, sampleShop, sampleOrders, sampleStorefront,
  ])
tests("LocalHTTPTests", of: [localHTTP, controlProtocol, operatingSystem, support])
tests("BeeperTests", of: [beeper, support])
tests(
  "TestScaffoldingTests",
  of: [
    leaks, testScaffolding, controlProtocol, objectGraph, objectMemory, heldResources, sampleOnboarding,
    sampleOrders, onboarding, appRuntime, appData, elementTree, featureFlags, operatingSystem, support,
  ])
tests(
  "AppDriverTests",
  of: [
    leaks, appDriver, controlProtocol, elementTree, featureFlags, terminalUI, support, sampleOnboarding,
    localHTTP, processes, records, snapshots, audit, launchServer, faultyApp, mirrorApp, killedDriver,
    sampleShop,
  ])
uiTests(
  "SampleOnboardingUITests", of: [sampleOnboarding, appDriver, controlProtocol, elementTree, featureFlags])
uiTests("SampleAccountUITests", of: [sampleAccount, appDriver, controlProtocol, elementTree])
tests("SampleOnboardingTests", of: [sampleOnboarding, support])
tests("TerminalStormTests", of: [sampleOnboarding, sampleShop, support])
tests(
  "ShopFeatureTests",
  of: [
    shop, storefrontContracts, appRuntime, urlSessionClient, elementTree, featureFlags, appData, support,
  ])
uiTests(
  "SampleShopUITests", of: [sampleShop, appDriver, controlProtocol, elementTree, featureFlags],
  excluding: ["Answers"])
tests("OrdersFeatureTests", of: [orders, storefrontContracts, appRuntime, elementTree, appData, support])
uiTests(
  "SampleOrdersUITests",
  of: [sampleOrders, secondOrdersApp, appDriver, controlProtocol, elementTree, featureFlags, support])
tests(
  "StorefrontCompositionTests",
  of: [storefrontComposition, storefrontContracts, appRuntime, elementTree, appData, terminalUI, support])
uiTests("SampleStorefrontUITests", of: [sampleStorefront, appDriver, controlProtocol, elementTree])
tests(
  "LeakyAppUITests",
  of: [leaks, leakyApp, appDriver, controlProtocol, objectGraph, operatingSystem, support])
tests("RestlessAppUITests", of: [leaks, restlessApp, appDriver, controlProtocol, support])
tests("ObjectGraphTests", of: [leaks, objectGraph, objectMemory, support])
tests("TestSupportTests", of: [support])
tests("BrowserSupportTests", of: [browserSupport, support])
tests(
  "DebugPageBrowserTests",
  of: [
    browserSupport, support, controlProtocol, sampleOnboarding, sampleAccount, sampleShop, sampleOrders,
    leakyApp,
  ])
tests("VerifyReleaseTests", of: [releaseProof, processes, toolOptions, sampleOnboarding, support])
tests(
  "CleanSlateCommandTests",
  of: [
    cleanSlateCommand, cleanSlate, operatingSystem, processes, records, toolOptions, controlProtocol,
    appDriver, audit, elementTree, terminalUI, support, sampleShop, sampleOnboarding, sampleAccount, leakyApp,
  ])
tests(
  "ReportTests",
  of: [
    cleanSlateCommand, audit, elementTree, operatingSystem, processes, records, leaks, browserSupport,
    toolOptions, support,
  ])
tests("NewFeatureTests", of: [featureGenerator, toolOptions, support])
tests(
  "CrashSafetyTests",
  of: [
    crashModel, crashTarget, appData, appDriver, controlProtocol, operatingSystem, processes,
    sampleOnboarding, sampleOrders, support, records, cleanSlate,
  ])
tests("FuzzTests", of: [leaks, fuzzer, support])
tests("TypeFuzzTests", of: [typeFuzz, objectGraph, support])
tests(
  "MonkeyTests",
  of: [
    leaks, sampleOnboarding, sampleAccount, sampleShop, sampleOrders, sampleStorefront, forgetfulApp,
    meddlingApp, appDriver, controlProtocol, elementTree, featureFlags, support,
  ])

// 'swift package new-feature' declares modules above this line.

/// What other packages can import.
let exported: [any Module] = [
  elementTree, featureFlags, appData, appRuntime, urlSessionClient, terminalUI, appShell, settingsScreens,
  leaks, controlProtocol, beeper, processes, testScaffolding, objectGraph, snapshots, audit, appDriver,
]

package.products =
  exported.map { .library(name: $0.target.name, targets: [$0.target.name]) } + [
    .plugin(name: "VerifyRelease", targets: [verifyRelease.target.name]),
    .executable(name: cleanSlate.target.name, targets: [cleanSlate.target.name]),
  ]

// MARK: - What one team needs

/// With CLEANSLATE_TEAM=Shop, the package is that team's feature, sample app and tests, what these need, the tools, and what
/// other packages import: where they are built, the variable names a team of theirs.
if let team = Context.environment["CLEANSLATE_TEAM"], !team.isEmpty {
  let kinds = [("Features/", "Feature"), ("SampleApps/", "Composition")]
  let teams = package.targets.compactMap { target in
    kinds.first { target.path?.hasPrefix($0) == true && target.name.hasSuffix($1) }
      .map { target.name.dropLast($1.count) }
  }
  let own = ["\(team)Feature", "\(team)Composition", "Sample\(team)", team]
  var pending = package.products.map(\.name) + [newFeature.target.name]
  pending += own.flatMap { name in ["", "Tests", "UITests"].map { name + $0 } }
  var needed: Set<String> = []
  while let name = pending.popLast() {
    guard needed.insert(name).inserted else { continue }
    pending += package.targets.first { $0.name == name }?.uses ?? []
  }
  if teams.contains(team[...]) {
    package.targets.removeAll { !needed.contains($0.name) }
  } else {
    // In the package that is built, this is an error; of one that it uses, no tests are declared.
    let reason = "CLEANSLATE_TEAM=\(team) names no team; there are \(teams.joined(separator: ", "))."
    package.targets.append(.testTarget(name: "CLEANSLATE_TEAM", path: reason))
  }
}

extension Target {
  /// The names of the targets that it uses itself.
  var uses: [String] {
    let edges = dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
    let plugIns = (plugins ?? []).compactMap { if case .plugin(let name, _) = $0 { name } else { nil } }
    return edges + plugIns
  }
}

// MARK: - The kinds of modules: where each lives and what it may use

protocol Module {
  var target: Target { get }
  init(target: Target)
}
protocol Shippable: Module {}
struct Core: Shippable { let target: Target }
struct Contracts: Shippable { let target: Target }
struct Feature: Shippable { let target: Target }
struct Composition: Shippable { let target: Target }
struct Scaffolding: Module { let target: Target }
struct SampleKit: Module { let target: Target }
struct ProcessTools: Module { let target: Target }
struct Tooling: Module { let target: Target }
struct App: Module { let target: Target }
struct Plugin: Module { let target: Target }

func core(_ name: String, uses: [Core] = []) -> Core { library(name, in: "Core", uses) }
/// What the features of one product need of one another, below all of them.
func contracts(_ name: String, uses: [Core]) -> Contracts { library(name, in: "Features", uses) }
func feature(_ name: String, uses: [Core], contracts: Contracts? = nil) -> Feature {
  library(name, in: "Features", uses + [contracts].compactMap(\.self))
}
func composition(
  _ name: String, uses: [Core], contracts: Contracts, features: [Feature]
) -> Composition { library(name, in: "SampleApps", uses + [contracts] + features) }
func scaffolding(
  _ name: String, uses: [Scaffolding] = [], core: [Core], processes: [ProcessTools] = []
) -> Scaffolding {
  library(name, in: "TestScaffolding", uses + core + processes)
}
/// For what runs beside an app: it is in no app's graph, and so in no file gated.
func processTools(_ name: String, uses: [Core], processes: ProcessTools? = nil) -> ProcessTools {
  library(name, in: "TestScaffolding", uses + [processes].compactMap(\.self))
}
func sampleKit(_ name: String, uses: [Core], scaffolding: [Scaffolding]) -> SampleKit {
  library(name, in: "SampleApps", uses + scaffolding)
}
func sampleApp(
  _ name: String, in layer: String = "SampleApps", kit: SampleKit, uses: [any Shippable]
) -> App { executable(name, in: layer, [kit] + uses) }
func productionApp(_ name: String, uses: [any Shippable]) -> App { executable(name, in: "SampleApps", uses) }
func benchmark(_ name: String, uses: [any Module]) -> App { executable(name, in: "Tests/Benchmarks", uses) }
func tooling(_ name: String, in layer: String, uses: [Tooling] = []) -> Tooling {
  library(name, in: layer, uses)
}
func tool(_ name: String, in folder: String, logic: Tooling...) -> Tooling {
  executable(name, in: "\(tools)/\(folder)", logic)
}
func commandPlugin(_ name: String, verb: String, _ description: String, tool: Tooling) -> Plugin {
  plugin(name, .command(intent: .custom(verb: verb, description: description)), tool, in: verb)
}
func plugin(
  _ name: String, _ capability: Target.PluginCapability, _ tool: Tooling, in folder: String
) -> Plugin {
  declare(
    .plugin(
      name: name, capability: capability, dependencies: [tool.edge], path: "\(tools)/\(folder)/\(name)"))
}
/// What a test reads by its path is excluded.
func tests(_ name: String, of uses: [any Module], excluding files: [String] = []) {
  package.targets.append(
    .testTarget(name: name, dependencies: uses.map(\.edge), path: "Tests/\(name)", exclude: files))
}

/// Tests of a sample app, with the list of what may be wrong with its screens.
func uiTests(_ name: String, of uses: [any Module], excluding files: [String] = []) {
  tests(name, of: uses, excluding: files + ["Accessibility.json"])
}

extension Module { var edge: Target.Dependency { .byName(name: target.name) } }
func library<Kind: Module>(_ name: String, in layer: String, _ uses: [any Module]) -> Kind {
  declare(.target(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)"))
}
func executable<Kind: Module>(_ name: String, in layer: String, _ uses: [any Module]) -> Kind {
  declare(.executableTarget(name: name, dependencies: uses.map(\.edge), path: "\(layer)/\(name)"))
}
/// Every module comes here once, and is part of the package from then on.
func declare<Kind: Module>(_ target: Target) -> Kind {
  package.targets.append(target)
  return Kind(target: target)
}

// MARK: - Settings, the same for all

let onMainActor = [
  "Core/AppRuntime/", "Core/SettingsScreens/", "Features/", "SampleApps/", "Tests/Benchmarks/BenchmarkApp/",
  "Tests/SecondOrdersApp/", "Tests/LeakyApp/", "Tests/RestlessApp/",
  "Tests/FaultyApp/", "Tests/ForgetfulApp/", "Tests/MeddlingApp/",
]
for target in package.targets where target.type != .plugin {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  if onMainActor.contains(where: "\(target.path ?? "")/".hasPrefix) {
    target.swiftSettings?.append(.defaultIsolation(MainActor.self))
  }
}
