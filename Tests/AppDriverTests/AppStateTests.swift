import ControlProtocol
import Synchronization
import Testing

@testable import AppDriver

@Suite("A declared state")
struct AppStateTests {
  private static func state(_ name: String, line: UInt, from base: AppState? = nil) -> AppState {
    AppState(name, from: base, file: "/s.swift", line: line) { _ in }
  }

  /// Lets the app have the state as another process of these tests has built it.
  private func build(_ state: AppState, as name: String, of fake: FakeApp, _ app: App) throws {
    try app.reset(to: state)
    fake.stage.withLock { stage in
      for index in stage.states.indices {
        stage.states[index].name = stage.states[index].name.replacing("yonder", with: name)
        stage.states[index].madeBy = stage.states[index].madeBy?.replacing("yonder", with: name)
      }
    }
  }

  @Test("is taken from another process of these tests, and not another one of its name")
  func otherProcess() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try build(Self.state("yonder", line: 7), as: "hither", of: fake, app)
    let error = #expect(throws: AppError.self) { try app.reset(to: Self.state("hither", line: 8)) }
    #expect(
      error?.description
        == "FakeApp has two states \"hither\"; give one of them another name: /s.swift:7, /s.swift:8.")
    let same = Self.state("hither", line: 7)
    try app.reset(to: same)
    #expect(fake.stage.withLock(\.states).count == 1)
    app.terminate()
  }

  @Test("is built anew on another base, and refused on another one of its base's name")
  func base() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    let base = Self.state("base", line: 1)
    try build(Self.state("yonder", line: 7, from: base), as: "child", of: fake, app)
    let other = Self.state("child", line: 7, from: Self.state("base", line: 2))
    let error = #expect(throws: AppError.self) { try app.reset(to: other) }
    #expect(error?.description.hasSuffix(": /s.swift:1, /s.swift:2.") == true, "\(String(describing: error))")
    #expect(fake.stage.withLock(\.states).count == 2)
    try app.reset(to: Self.state("child", line: 7))
    #expect(fake.stage.withLock(\.states).count == 3)
    app.terminate()
  }
}
