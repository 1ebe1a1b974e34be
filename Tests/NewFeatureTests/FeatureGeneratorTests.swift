import Foundation
import TestSupport
import Testing
import ToolOptions

@testable import FeatureGenerator

@Suite("The generator of features")
struct FeatureGeneratorTests {
  private let home: TemporaryHome
  private let folder: String

  init() throws {
    home = try TemporaryHome()
    folder = home.path(.home)
    try Data(Self.manifest.utf8).write(to: URL(filePath: folder + "/Package.swift"))
  }

  private static let manifest = """
    let onboarding = feature("OnboardingFeature", uses: [])
    \(FeatureGenerator.modulesAnchor)

    """

  private func contents() throws -> [String: String] {
    try home.tree().reduce(into: [:]) {
      $0[$1] = try? String(contentsOfFile: "\(home.root)/\($1)", encoding: .utf8)
    }
  }

  @Test("writes the feature, its sample app, both kinds of tests and the lines of the manifest")
  func generate() throws {
    let result = try FeatureGenerator(package: folder).generate(FeatureName("GiftCards"))
    #expect(
      result.files == [
        "Features/GiftCardsFeature/GiftCardsFeature.swift",
        "Features/GiftCardsFeature/GiftCardsSession.swift",
        "Features/GiftCardsFeature/GiftCardsScreen.swift", "SampleApps/SampleGiftCards/SampleGiftCards.swift",
        "Tests/GiftCardsFeatureTests/GiftCardsSessionTests.swift",
        "Tests/SampleGiftCardsUITests/GiftCardsPage.swift",
        "Tests/SampleGiftCardsUITests/GiftCardsJourneyTests.swift",
        "Tests/SampleGiftCardsUITests/Accessibility.json", "Package.swift",
      ])
    #expect(
      try String(contentsOfFile: folder + "/Package.swift", encoding: .utf8) == """
        let onboarding = feature("OnboardingFeature", uses: [])
        let giftCards = feature(
          "GiftCardsFeature", uses: [elementTree, featureFlags, appData, appRuntime])
        let sampleGiftCards = sampleApp(
          "SampleGiftCards", kit: sampleAppKit, uses: [appRuntime, giftCards])
        tests(
          "GiftCardsFeatureTests",
          of: [giftCards, appRuntime, elementTree, appData, support])
        uiTests(
          "SampleGiftCardsUITests", of: [sampleGiftCards, appDriver, controlProtocol, elementTree])

        \(FeatureGenerator.modulesAnchor)

        """)
  }

  @Test("says in a dry run what it would write, and writes nothing")
  func preview() throws {
    let before = try contents()
    let generator = FeatureGenerator(package: folder)
    let preview = try generator.generate(FeatureName("GiftCards"), isDryRun: true)
    #expect(try contents() == before)
    #expect(try generator.generate(FeatureName("GiftCards")) == preview)
    #expect(try contents() != before)
    #expect(throws: ToolFailure.self) { try generator.generate(FeatureName("GiftCards"), isDryRun: true) }
  }

  @Test("does what its words say")
  func request() throws {
    #expect(try GeneratorRequest(["Loyalty"]) == .write(FeatureName("Loyalty"), isDryRun: false))
    #expect(try GeneratorRequest(["--dry-run", "Loyalty"]) == .write(FeatureName("Loyalty"), isDryRun: true))
    #expect(try GeneratorRequest(["Loyalty", "--dry-run"]) == .write(FeatureName("Loyalty"), isDryRun: true))
    #expect(try GeneratorRequest(["Loyalty", "--help"]) == .help)
    #expect(try GeneratorRequest(["-h"]) == .help)
  }

  @Test(
    "refuses words that make no sense, and says what would be right",
    arguments: [
      ([], "Missing NAME: expected 'swift package new-feature NAME'."),
      (["--dry-run"], "Missing NAME: expected 'swift package new-feature NAME'."),
      (
        ["Loyalty", "Gifts"],
        "'Gifts' is one word too many: expected 'swift package new-feature NAME'. Words that belong together need quotes."
      ),
      (["Loyalty", "--dryrun"], "Unknown option '--dryrun'. Did you mean '--dry-run'?"),
    ])
  func wrongWords(words: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) { try GeneratorRequest(words) }
  }

  @Test("has a help in lines of at most 80 columns")
  func help() {
    #expect(GeneratorRequest.usage.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  private func write(_ text: String, to path: String) throws {
    let file = URL(filePath: "\(folder)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test("writes the lines of the feature into the repository's lists, and says what is left to do")
  func lists() throws {
    try write(
      "* @acme/all\n/Tests/SampleOrders*/ @acme/orders\n\n/TestScaffolding/ @acme/qa\n", to: "CODEOWNERS")
    try write(
      """
          OrdersFeature --> AppRuntime
          SampleOrders --> SampleAppKit & OrdersFeature
      | `Features/OrdersFeature` | Orders |
      | `TestScaffolding/Beeper` | Beeps |
      """, to: "docs/architecture.md")
    let result = try FeatureGenerator(package: folder).generate(FeatureName("GiftCards"))
    #expect(result.files.suffix(3) == ["Package.swift", "CODEOWNERS", "docs/architecture.md"])
    #expect(
      try String(contentsOfFile: folder + "/CODEOWNERS", encoding: .utf8) == """
        * @acme/all
        /Tests/SampleOrders*/ @acme/orders

        /Features/GiftCardsFeature/      @acme/gift-cards
        /SampleApps/SampleGiftCards/     @acme/gift-cards
        /Tests/GiftCardsFeatureTests/    @acme/gift-cards
        /Tests/SampleGiftCardsUITests/   @acme/gift-cards

        /TestScaffolding/ @acme/qa

        """)
    #expect(
      try String(contentsOfFile: folder + "/docs/architecture.md", encoding: .utf8) == """
            OrdersFeature --> AppRuntime
            GiftCardsFeature --> AppRuntime
            SampleOrders --> SampleAppKit & OrdersFeature
            SampleGiftCards --> SampleAppKit & GiftCardsFeature
        | `Features/OrdersFeature` | Orders |
        | `Features/GiftCardsFeature` | What the feature does, in a line |
        | `TestScaffolding/Beeper` | Beeps |
        """)
    #expect(
      result.leftToDo == [
        "Make the team @acme/gift-cards where the repository is kept, or name another one in CODEOWNERS.",
        "To have the feature in the product, compose it in SampleApps/StorefrontComposition.",
        """
        Add to docs/architecture.md, where no place for it was found:
        | `SampleApps/SampleGiftCards` | The feature as an app |

        """,
      ])
  }

  @Test("finds the places in the repository's own lists")
  func ownLists() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for path in ["CODEOWNERS", "docs/architecture.md"] {
      try write(try String(contentsOf: root.appending(path: path), encoding: .utf8), to: path)
    }
    #expect(try FeatureGenerator(package: folder).generate(FeatureName("GiftCards")).leftToDo.count == 2)
  }

  @Test("changes nothing the second time, and says why")
  func twice() throws {
    let generator = FeatureGenerator(package: folder)
    _ = try generator.generate(FeatureName("Loyalty"))
    let before = try contents()
    #expect(
      throws: ToolFailure(
        "'Loyalty' is taken: Package.swift has a target 'LoyaltyFeature'. Choose another name.")
    ) {
      try generator.generate(FeatureName("Loyalty"))
    }
    #expect(try contents() == before)
  }

  @Test(
    "refuses the names of all that the manifest declares, with a type or without, and of its functions",
    arguments: [
      ("let fuzzer: App = executable()", "Fuzzer", "fuzzer"), ("var fuzzer = 1", "Fuzzer", "fuzzer"),
      ("func benchmark(_ name: String) -> App", "Benchmark", "benchmark"),
      ("func sampleKit(_ name: String) -> SampleKit", "Kit", "sampleKit"),
    ])
  func declaredName(line: String, name: String, variable: String) throws {
    #expect(
      throws: ToolFailure("'\(name)' is taken: Package.swift declares '\(variable)'. Choose another name.")
    ) {
      try FeatureGenerator.manifest(line + "\n" + Self.manifest, with: FeatureName(name))
    }
  }

  @Test("takes a name that is only the beginning of one that the manifest declares")
  func beginningOfDeclaredName() throws {
    let manifest = "let fuzzerKit: App = executable()\n" + Self.manifest
    let added = try FeatureGenerator.manifest(manifest, with: FeatureName("Fuzzer"))
    #expect(added.contains("let fuzzer = feature("))
  }

  @Test("changes nothing where a folder is in the way, and names it")
  func folderInTheWay() throws {
    try FileManager.default.createDirectory(
      atPath: folder + "/Tests/SampleLoyaltyUITests", withIntermediateDirectories: true)
    let before = try contents()
    #expect(
      throws: ToolFailure(
        "Tests/SampleLoyaltyUITests exists already. Choose another name, or move it away first.")
    ) { try FeatureGenerator(package: folder).generate(FeatureName("Loyalty")) }
    #expect(try contents() == before)
  }

  @Test("takes back what it wrote when it cannot write all of it")
  func halfWritten() throws {
    try Data().write(to: URL(filePath: folder + "/SampleApps"))
    let before = try contents()
    #expect(throws: (any Error).self) {
      try FeatureGenerator(package: folder).generate(FeatureName("Loyalty"))
    }
    #expect(try contents() == before)
  }

  @Test("leaves the ends of lines as they are")
  func windows() throws {
    let (name, text) = (try FeatureName("Loyalty"), Self.manifest)
    let changed = try FeatureGenerator.manifest(text.replacing("\n", with: "\r\n"), with: name)
    #expect(try changed == FeatureGenerator.manifest(text, with: name).replacing("\n", with: "\r\n"))
  }

  @Test("needs the lines of the manifest above which modules go")
  func lostAnchor() throws {
    #expect(throws: ToolFailure.self) {
      try FeatureGenerator.manifest("let modules = []", with: FeatureName("Loyalty"))
    }
  }

  @Test(
    "refuses what cannot be a name",
    arguments: [
      "", "loyalty", "Gift Cards", "Gift-Cards", "../Evil", "X", "Core", "Feature", "LoyaltyFeature",
      "Éclair",
      "Ab\"cd", String(repeating: "A", count: 41),
      "Exit", "Return", "Case", "Repeat", "Guard", "For", "In", "Is", "As", "Where", "Super", "Operator",
      "Await",
    ])
  func badName(name: String) {
    #expect(throws: ToolFailure.self) { try FeatureName(name) }
  }

  @Test("derives all names from the one")
  func names() throws {
    let name = try FeatureName("GiftCards")
    #expect(
      [name.feature, name.sample, name.variable, name.slug] == [
        "GiftCardsFeature", "SampleGiftCards", "giftCards", "gift-cards",
      ])
    // Whatever team the shell names, these have the new one.
    #expect(
      name.commands == """
        CLEANSLATE_TEAM=GiftCards swift run SampleGiftCards
        CLEANSLATE_TEAM=GiftCards swift test
        """)
  }
}
