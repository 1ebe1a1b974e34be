import Processes
import TestSupport
import Testing

@Suite("A situation on the command line")
struct SituationDataTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func run(_ app: String, _ arguments: String..., in home: TemporaryHome) async throws -> String {
    let outcome = try await ChildProcess.run(
      BuiltProduct.path(app), arguments, environment: home.environment)
    #expect(outcome.status == .exited(0))
    // A minute may end between two runs.
    return outcome.standardOutput.text.replacing(/[0-9]+:[0-9]{2}/, with: "…")
  }

  @Test(
    "begins with its own data, whatever is there from the one before",
    arguments: [
      ("SampleShop", "fullBasket", "emptyBasket"), ("SampleAccount", "userAlreadyLoggedIn", "lockedOut"),
      ("SampleOrders", "damagedFile", "japaneseOrders"),
    ])
  func replaced(app: String, first: String, second: String) async throws {
    _ = try await run(app, "--from", first, in: home)
    let after = try await run(app, "--from", second, in: home)
    #expect(after == (try await run(app, "--from", second, in: TemporaryHome())))
    #expect(try home.tree().filter { $0.contains(".erased") } == [])
  }

  @Test("goes on with the data that is there if it is 'here'")
  func kept() async throws {
    let full = try await run("SampleShop", "--from", "fullBasket", in: home)
    #expect(
      try await run("SampleShop", "--from", "here", "--open", "storefront://shop/basket", in: home) == full)
  }

  @Test(
    "changes nothing when it is refused",
    arguments: [["--control-socket", "/nowhere/at/all/s"], ["--catalog", "japanes"], ["--headless"]])
  func refused(arguments: [String]) async throws {
    let full = try await run("SampleShop", "--from", "fullBasket", in: home)
    let outcome = try await ChildProcess.run(
      BuiltProduct.path("SampleShop"), ["--from", "emptyBasket"] + arguments, environment: home.environment)
    #expect(outcome.status == .exited(78))
    #expect(
      try await run("SampleShop", "--from", "here", "--open", "storefront://shop/basket", in: home) == full)
  }
}

@Suite("The value of an option that makes no sense")
struct OptionValueTests {
  @Test(
    "is refused at once, in every app that has the option",
    arguments: [
      (
        "SampleShop", ["--catalog", "japanes"],
        "'japanes' is not a value of '--catalog'. Did you mean 'japanese'?"
      ),
      ("SampleShop", ["--catalog-url", "notaurl"], "--catalog-url takes an address like"),
      ("SampleAccount", ["--account-service", "bogus"], "It takes: local, slow, offline."),
      ("SampleStorefront", ["--account-service", "bogus"], "It takes: local, slow, offline."),
      ("SampleStorefront", ["--from", "fulBasket"], "Did you mean 'fullBasket'"),
      ("Storefront", ["--catalog", "japanes"], "Did you mean 'japanese'?"),
    ] as [(String, [String], String)])
  func refused(app: String, arguments: [String], reason: String) async throws {
    let home = try TemporaryHome()
    let outcome = try await ChildProcess.run(
      BuiltProduct.path(app), arguments, environment: home.environment)
    #expect(outcome.status == .exited(78))
    #expect(outcome.standardOutput.text == "")
    #expect(outcome.standardError.text.hasPrefix("\(app): "))
    #expect(outcome.standardError.text.contains(reason), "\(outcome.standardError.text)")
  }
}
