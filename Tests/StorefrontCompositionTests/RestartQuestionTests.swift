import AppRuntime
import ElementTree
import Testing

@testable import TerminalUI

@MainActor
@Suite("A restart in the settings while a note is written on another tab")
struct RestartQuestionTests {
  private let app: StorefrontFixture

  init() async throws {
    app = try StorefrontFixture()
    try await app.start("threeOrders")
    try await app.perform(
      .tap("order-1001"), .tap("add-note"), .edit("note-text", text: "No onions"), .tap("tab-settings"),
      .tap("flag-shop.newCheckout"), .tap("settings-flag-toggle"))
  }

  @Test("asks first, line by line")
  func lines() async {
    let conversation = LineConversation(host: app.host)
    _ = await conversation.begin()
    func answer(_ line: String) async -> String { await conversation.answer(.text(line)).text }
    #expect(await answer("tap settings-restart").contains("Discard what you wrote?"))
    #expect(await answer("back") == "The question is closed.\n")
    #expect(app.host.generation == 1)
    _ = await answer("tap settings-restart")
    #expect(await answer("tap settings-discard").contains("Screen: Orders"))
    #expect(app.host.generation == 2)
  }

  @Test("asks first on a whole terminal")
  func fullScreen() async throws {
    let screen = FullScreen(
      host: app.host, title: "Tests", size: Size(columns: 80, rows: 24), present: { _ in })
    app.host.attach(screen)
    func isAsked() -> Bool { screen.page.buffer.lines.contains { $0.contains("Discard what you wrote?") } }
    try app.host.perform(.focus("settings-restart"))
    _ = screen.handle(.enter)
    #expect(isAsked())
    _ = screen.handle(.escape)
    #expect(!isAsked())
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(app.host.generation == 1)
    try await app.perform(.tap("tab-orders"))
    #expect(app.host.tree.first(withIdentifier: "note-text")?.value == "No onions")
  }
}
