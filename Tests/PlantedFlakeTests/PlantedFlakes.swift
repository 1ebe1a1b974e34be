import AppDriver
import Testing
import XCTest

/// What a flake is to be found in: a walk through the tour that now and then forgets a step.
/// See docs/cleanslate-test.md for how soon it is found.
private func walk(_ app: App, forgetting: Bool) throws -> String? {
  try app.buttons["continue"].tap()
  if !forgetting { try app.buttons["continue"].tap() }
  return app.screen
}

final class PlantedFlakes: AppTestCase {
  override class var appName: String { "SampleOnboarding" }

  func testFailsOnceInTen() throws {
    XCTAssertEqual(try walk(app, forgetting: Chance.strikes(oneIn: 10)), "tour-2")
  }

  func testFailsOnceInAHundred() throws {
    XCTAssertEqual(try walk(app, forgetting: Chance.strikes(oneIn: 100)), "tour-2")
  }
}

@Suite("Planted flakes", .app("SampleOnboarding"))
struct PlantedFlakeTests {
  @Test("fail once in ten runs, if that is wanted")
  func onceInTen() throws {
    #expect(try walk(App.current, forgetting: Chance.strikes(oneIn: 10)) == "tour-2")
  }

  @Test("fail once in a hundred runs, if that is wanted")
  func onceInAHundred() throws {
    #expect(try walk(App.current, forgetting: Chance.strikes(oneIn: 100)) == "tour-2")
  }
}
