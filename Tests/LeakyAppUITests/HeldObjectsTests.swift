#if DEBUG
import AppDriver
import ControlProtocol
import Testing

@Suite("Objects that a generation holds on to", .app("LeakyApp"))
struct HeldObjectsTests {
  private let app: App

  init() throws { app = try App.current }

  /// Makes a mistake, resets, and returns the report.
  private func report(_ mistake: String) throws -> [String] {
    try app.cells[mistake].tap()
    let receipt = try #require(try app.reset())
    for leak in receipt.leaks { app.knownLeak(leak.type, reason: "the test made it") }
    return receipt.leaks.map { (["\($0.type): \($0.name)"] + $0.holders).joined(separator: "\n") }
  }

  @Test("are reported with the closure that captures them")
  func closure() throws {
    #expect(
      try report("closure") == [
        """
        Basket: LeakySession.basket -> Basket
        held in a cycle: Basket.onChange (closure) captures Basket
        """
      ])
  }

  @Test("are reported with who they hold, and that nobody in sight holds them")
  func staticCache() throws {
    #expect(
      try report("static-cache") == [
        """
        Observer: LeakySession.observer -> Observer
        held from outside by 1 strong reference
        holds Basket
        """
      ])
  }

  @Test("are found by what a timer captures")
  func timer() throws {
    let found = try report("timer")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("Basket: LeakySession.basket -> Basket\nheld from outside by ") == true,
      "\(found)")
  }

  @Test("are one report for one mistake, with everything that the session holds below it")
  func session() throws {
    let found = try report("whole-session")
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("AppEnvironment") == true)
  }

  @Test("are none where they are held weakly or let go of late", arguments: ["weak-capture", "late-release"])
  func clean(work: String) throws {
    for _ in 1...100 {
      try app.cells[work].tap()
      let receipt = try #require(try app.reset())
      #expect(receipt.isClean, "\(receipt.leaks)")
    }
  }
}
#endif
