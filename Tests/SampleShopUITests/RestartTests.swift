import AppDriver
import Testing

@Suite("A restart that the shop asks for", .app("SampleShop"))
struct RestartTests {
  // One that is missed is answered after ten seconds, and about one in thirty was.
  @Test("is answered as soon as it is done, time after time", .timeLimit(.minutes(60)))
  func answer() throws {
    let app = try App.current
    for _ in 0..<250 {
      try app.reset()
      try app.cells["start-from-here"].tap()
      try #require(app.screen == "menu")
    }
  }
}
