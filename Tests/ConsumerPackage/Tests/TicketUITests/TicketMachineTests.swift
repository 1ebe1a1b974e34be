#if DEBUG
import AppDriver
import Foundation
import Testing

@Suite("A ticket machine")
struct TicketMachineTests {
  @Test("goes on from a state", .app("TicketApp", state: .threeTickets))
  func state() throws {
    let app = try App.current
    try app.buttons["take"].tap()
    try app.saveState("four tickets")
    try app.reset()
    #expect(try app.staticTexts["ticket"].label == "No ticket yet")
    try app.reset(to: "four tickets")
    #expect(try app.staticTexts["ticket"].label == "Ticket 4")
    try app.deleteState("four tickets")
  }

  @Test(
    "shows the time of its own clock",
    .app("TicketApp", launchEnvironment: ["TZ": "UTC", "LC_ALL": "de_DE"]))
  func time() throws {
    let app = try App.current
    try app.clock.pause(at: Date("2026-12-31T23:59:30Z", strategy: .iso8601))
    try app.clock.advance(by: .seconds(30))
    try app.buttons["take"].tap()
    #expect(try app.staticTexts["taken"].label == "Taken at 0:00")
  }

  @Test("asks how long the queue is", .app("TicketApp"))
  func queue() throws {
    let app = try App.current
    try app.network.reply(to: .get("/queue"), with: .text("7"))
    try app.buttons["queue"].tap()
    #expect(try app.staticTexts["queue-length"].label == "7 people wait.")
    #expect(try app.network.requests.map(\.url) == ["https://tickets.example/queue"])
  }

  @Test("counts for itself", .app("TicketApp", as: "ada"), .app("TicketApp", as: "ben"))
  func two() throws {
    let (ada, ben) = (try App.named("ada"), try App.named("ben"))
    try ada.buttons["take"].tap()
    #expect(try ada.staticTexts["ticket"].label == "Ticket 1")
    #expect(try ben.staticTexts["ticket"].label == "No ticket yet")
  }
}
#endif
