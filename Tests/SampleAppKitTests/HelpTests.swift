import Processes
import TestSupport
import Testing

@Suite("The help of an app")
struct HelpTests {
  private static let samples = [
    "SampleOnboarding", "SampleAccount", "SampleShop", "SampleOrders", "SampleStorefront",
  ]

  private func run(_ app: String, _ option: String) async throws -> String {
    let home = try TemporaryHome()
    let outcome = try await ChildProcess.run(BuiltProduct.path(app), [option], environment: home.environment)
    #expect(outcome.status == .exited(0))
    #expect(try home.tree() == [])
    return outcome.standardOutput.text
  }

  @Test("has no line of more than 80 columns in a pipe", arguments: samples + ["Storefront"])
  func width(app: String) async throws {
    for option in ["--help", "--list-links"] + (app.hasPrefix("Sample") ? ["--list-situations"] : []) {
      guard app != "SampleOnboarding" || option != "--list-situations" else { continue }
      let lines = try await run(app, option).split(separator: "\n")
      #expect(lines.count > 3)
      #expect(lines.filter { $0.count > 80 } == [])
    }
  }

  @Test("breaks no word on a narrow terminal")
  func narrow() async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      BuiltProduct.path("SampleShop"), ["--help"], environment: home.environment, columns: 60, rows: 120)
    #expect(try await terminal.waitForExit() == .exited(0))
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(words(terminal.screen.text) == words(try await run("SampleShop", "--help")))
  }

  @Test(
    "is not where situations are listed: a wrong one is told where, without a broken word on a narrow terminal"
  )
  func wrongSituation() async throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(
      BuiltProduct.path("SampleOrders"), ["--from", "freshOrder"], environment: home.environment,
      columns: 60, rows: 20)
    #expect(try await terminal.waitForExit() == .exited(78))
    let words = terminal.screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix("See 'SampleOrders --list-situations'."))
  }

  @Test("says the same for -h, what the app is, and how to list situations and links")
  func content() async throws {
    let help = try await run("SampleShop", "--help")
    #expect(try await run("SampleShop", "-h") == help)
    #expect(
      help.hasPrefix(
        """
        SampleShop 0.1.0
        The shop as an app: the menu, the basket and the checkout.

        USAGE: SampleShop [options]

        EXAMPLES:
          SampleShop --open storefront://shop  Starts on another screen than the first.
        """))
    #expect(help.contains(/\n  --list-links +Lists the links that --open takes and ends\.\n/))
    #expect(help.contains(/\n  --list-situations +Lists the situations that --from takes and ends\.\n/))
  }

  @Test("lists situations and links with what they are")
  func lists() async throws {
    let situations = try await run("SampleShop", "--list-situations")
    #expect(situations.hasPrefix("SITUATIONS:\n  here "))
    #expect(situations.contains(/\n  emptyBasket +The basket, with nothing in it\.\n/))
    let links = try await run("SampleShop", "--list-links")
    #expect(links.contains(/\n  storefront:\/\/shop\/basket +The basket\.\n/))
  }

  @Test("of the product has nothing of the situations")
  func product() async throws {
    #expect(try await !run("Storefront", "--help").contains("situations that"))
  }
}
