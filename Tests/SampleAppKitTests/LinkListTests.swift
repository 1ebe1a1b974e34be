import Processes
import TestSupport
import Testing

@Suite("The links that an app lists")
struct LinkListTests {
  @Test(
    "can be opened, each in one of the app's situations",
    arguments: [
      ("SampleOnboarding", [[], [#"AUTOMATION_{"simulateUserAlreadyOnboarded":true}"#]]),
      ("SampleAccount", [[], ["--from", "userAlreadyLoggedIn"]]),
      ("SampleShop", [["--from", "fullBasket"]]), ("SampleOrders", [["--from", "threeOrders"]]),
    ] as [(String, [[String]])])
  func opened(app: String, starts: [[String]]) async throws {
    let links = try await run(app, ["--list-links"]).standardOutput.text.matches(of: /\w+:\/\/[^\s]+/)
    #expect(links.count > 2)
    for link in links {
      var outcomes: [ChildProcess.Outcome] = []
      for start in starts { outcomes.append(try await run(app, start + ["--open", String(link.0)])) }
      #expect(outcomes.contains { $0.status == .exited(0) }, "\(link.0)")
    }
  }

  private func run(_ app: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
    let home = try TemporaryHome()
    return try await ChildProcess.run(BuiltProduct.path(app), arguments, environment: home.environment)
  }
}
