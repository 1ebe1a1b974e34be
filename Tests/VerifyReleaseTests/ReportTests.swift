import Testing

@testable import ReleaseProof

@Suite("The report")
struct ReportTests {
  @Test("shows what was looked at, and below it what was found, where, and from which source")
  func report() {
    let shop = Inspection(
      name: "SampleShop", usesScaffolding: true,
      size: 1_735_168, targets: 11, symbols: 4081, strings: 5210, starts: 6)
    let storefront = Inspection(
      name: "Storefront", usesScaffolding: false,
      size: 900, targets: 9, symbols: 70, strings: 800, starts: 6,
      findings: [
        Finding(.string, "--headless", in: ".rodata", from: "Options.swift:3"),
        Finding(.edge, "Storefront -> AppDriver", in: "Package.swift"),
        Finding(.symbol, "$sA", in: ".symtab"), Finding(.symbol, "$sB", in: ".symtab"),
        Finding(.symbol, "$sC", in: ".dynsym"),
      ])
    #expect(
      Report.text(of: [shop, storefront], findingLimit: 2) == """
        Executable  Size      Scaffolding    Targets  Symbols  Strings  Starts  Verdict
        SampleShop  1695 KiB  in debug only  11       4081     5210     6       clean
        Storefront  1 KiB     never          9        70       800      6       NOT CLEAN

        Storefront must not ship:
          edge: Storefront -> AppDriver, in Package.swift
          symbol: $sA, in .symtab
          symbol: $sB, in .symtab
          symbol: 1 more
          string: --headless, in .rodata, from Options.swift:3

        """)
  }

  @Test("says how a resource goes that the package has no more")
  func staleResource() {
    let inspection = Inspection(
      name: "Storefront", usesScaffolding: false,
      size: 900, targets: 9, symbols: 70, strings: 800, starts: 6,
      findings: [Finding(.string, "--headless", in: "App_Shop.resources/old.json")])
    #expect(
      Report.text(of: [inspection], findingLimit: 2).hasSuffix(
        """
        Storefront must not ship:
          string: --headless, in App_Shop.resources/old.json
          Resources stay from build to build: 'swift package clean' removes those that the package has no more.

        """))
  }

  @Test("tells of each contamination whether it was caught, by every kind of search that should")
  func negativeControl() {
    let outcomes = [
      NegativeControl.Outcome(
        contamination: "a forgotten gate",
        findings: [Finding(.symbol, "a", in: "b"), Finding(.string, "c", in: "d")],
        expected: [.symbol, .string]),
      NegativeControl.Outcome(
        contamination: "half", findings: [Finding(.symbol, "a", in: "b")], expected: [.symbol, .string]),
      NegativeControl.Outcome(contamination: "stripped", findings: [], expected: [.string]),
    ]
    #expect(outcomes.map(\.isCaught) == [true, false, false])
    #expect(
      NegativeControl.report(of: outcomes) == """
        Contamination     Findings              Verdict
        a forgotten gate  symbol: 1, string: 1  caught
        half              symbol: 1             NOT CAUGHT
        stripped          nothing               NOT CAUGHT

        """)
  }
}
