import Foundation
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("The teams of a workspace")
struct TeamGraphTests {
  private static func target(_ folder: String, _ uses: String...) -> TeamGraph.Target {
    TeamGraph.Target(
      name: folder.split(separator: "/").last.map(String.init) ?? "", folder: folder, uses: uses)
  }

  private static let workspace = TeamGraph([
    target("Core/Screens"), target("Core/Printing"), target("Features/Contracts", "Screens"),
    target("Features/ShopFeature", "Screens", "Contracts", "Printing"),
    target("Features/ShopsFeature", "Screens"), target("SampleApps/Kit", "Screens"),
    target("SampleApps/MallComposition", "ShopFeature", "ShopsFeature"),
    target("SampleApps/SampleShop", "Kit", "ShopFeature"),
    target("SampleApps/SampleShops", "Kit", "ShopsFeature"),
    target("Tests/Support"), target("Tests/ShopFeatureTests", "ShopFeature", "Support"),
    target("Tests/SampleShopUITests", "SampleShop", "HelperApp"), target("Tests/HelperApp", "Kit"),
    target("Tests/ScreensTests", "Screens"), target("Plugins/NewFeature"),
  ])

  @Test("are those of its features and of what composes them")
  func teams() {
    #expect(Self.workspace.teams == ["Shop", "Shops", "Mall"])
  }

  @Test("have sample apps, and a new feature has one as soon as it is there")
  func sampleApps() {
    #expect(Self.workspace.sampleApps() == ["SampleShop", "SampleShops"])
    #expect(Self.workspace.sampleApps(of: "Shops") == ["SampleShops"])
    let generated = [Self.target("Features/LoyaltyFeature"), Self.target("SampleApps/SampleLoyalty", "Kit")]
    let more = TeamGraph(Array(Self.workspace.targets.values) + generated)
    #expect(more.sampleApps().sorted() == ["SampleLoyalty", "SampleShop", "SampleShops"])
    #expect(
      more.needs(of: ["SampleLoyalty"]).map(\.folder) == [
        "Core/Screens", "SampleApps/Kit", "SampleApps/SampleLoyalty",
      ])
  }

  @Test(
    "need their own modules and tests, what these use, and nothing of a team whose name only begins alike")
  func needs() {
    #expect(
      Self.workspace.needs(of: "Shop") == [
        "ShopFeature", "ShopFeatureTests", "SampleShop", "SampleShopUITests", "HelperApp", "Kit", "Screens",
        "Contracts", "Printing", "Support",
      ])
    #expect(Self.workspace.needs(of: "Shops") == ["ShopsFeature", "SampleShops", "Kit", "Screens"])
  }

  @Test(
    "are touched by what they need",
    arguments: [
      (["Features/ShopFeature/Menu.swift"], ["Shop", "Mall"]),
      (["Tests/HelperApp/Main.swift"], ["Shop"]),
      (["Core/Printing/Ink.swift", "SampleApps/SampleShops/Shops.swift"], ["Shop", "Shops", "Mall"]),
      (["Core/Screens/A/B.swift"], ["Shop", "Shops", "Mall"]),
      (["docs/testing.md", "README.md", "CODEOWNERS"], []),
      ([], []),
    ])
  func touched(files: [String], teams: [String]) {
    #expect(Self.workspace.teams(touchedBy: files) == .init(teams: teams))
  }

  @Test(
    "are all touched by a file that may matter to everybody, which is named",
    arguments: [
      ("Package.swift", "Package.swift is part of no target"),
      (".swift-version", ".swift-version is part of no target"),
      ("Features/GoneFeature/Gone.swift", "Features/GoneFeature/Gone.swift is part of no target"),
      (
        "Tests/ScreensTests/T.swift", "Tests/ScreensTests/T.swift belongs to ScreensTests, which is no team's"
      ),
      ("Plugins/NewFeature/P.swift", "Plugins/NewFeature/P.swift belongs to NewFeature, which is no team's"),
    ])
  func all(file: String, reason: String) {
    let touched = Self.workspace.teams(touchedBy: ["Features/ShopFeature/Menu.swift", file])
    #expect(touched == .init(teams: Self.workspace.teams, reasonForAll: reason))
  }
}

@Suite("CLEANSLATE_TEAM", .serialized)
struct TeamManifestTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  private func dump(_ team: String) throws -> TeamGraph {
    let words = [
      // The package manager leaves files of its own where temporary ones belong.
      "CLEANSLATE_TEAM=\(team)", "TMPDIR=\(home.path(.home))", "swift", "package", "--ignore-lock",
      "--package-path", Self.package, "dump-package",
    ]
    return try TeamGraph(dump: try Subprocess.run(words, readsOutput: true), package: Self.package)
  }

  @Test("declares what cleanslate says that the team needs, and the tools")
  func agreement() throws {
    let whole = try dump("")
    #expect(whole.teams == ["Onboarding", "Account", "Shop", "Orders", "Storefront"])
    for team in whole.teams {
      let declared = try dump(team)
      let needs = whole.needs(of: team)
      #expect(needs.contains("Sample\(team)UITests"))
      #expect(Set(declared.targets.keys).isSuperset(of: needs), "\(team)")
      let others = declared.targets.values.filter { !needs.contains($0.name) }
      #expect(
        Set(others.map(\.name)).isSuperset(of: ["cleanslate", "VerifyRelease", "NewFeature"]), "\(team)")
      let beside = others.filter { !$0.folder.hasPrefix("TestScaffolding/Tools/") }.map(\.name)
      // What other packages import stays, too; the tools use all else of it.
      #expect(Set(beside).isSubset(of: ["URLSessionClient"]), "\(team)")
      #expect(declared.products.contains("URLSessionClient"), "\(team)")
    }
  }

  @Test(
    "leaves a package that uses this one as it is, whosever team it names", arguments: ["Account", "Ticket"])
  func otherPackage(team: String) throws {
    let words = [
      "CLEANSLATE_TEAM=\(team)", "TMPDIR=\(home.path(.home))", "swift", "package", "--ignore-lock",
      "--package-path", Self.package + "/Tests/ConsumerPackage", "--scratch-path",
      home.path(.home) + "/build",
      "show-dependencies",
    ]
    try Subprocess.run(words, readsOutput: true)
  }

  @Test("refuses a name that is no team's, and lists the teams")
  func unknown() async throws {
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      [
        "CLEANSLATE_TEAM=Shopp", "swift", "package", "--ignore-lock", "--package-path", Self.package,
        "--scratch-path", home.path(.home) + "/build", "describe",
      ],
      environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": home.path(.home)]) { $1 },
      timeout: .seconds(600))
    #expect(outcome.status != .exited(0))
    #expect(
      outcome.standardError.text.contains(
        "CLEANSLATE_TEAM=Shopp names no team; there are Onboarding, Account, Shop, Orders, Storefront."))
  }
}
