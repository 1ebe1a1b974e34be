import ElementTree
import Testing

@testable import TestScaffolding

@Suite("A recording as a test")
struct RecordedSourceTests {
  private func step(_ screen: String?, _ deed: RecordedStep.Deed) -> RecordedStep {
    RecordedStep(screen: screen, deed: deed)
  }

  private func target(_ role: Role, _ identifier: String) -> RecordedStep.Target {
    RecordedStep.Target(role: role, identifier: identifier)
  }

  @Test("has a page for each screen, a method for each thing that was done there, and ends where it ended")
  func source() {
    var recording = Recording(
      app: "SampleShop", launchArguments: ["--from", "here"], launchEnvironment: ["LANG": "de"])
    recording.steps = [
      step("sign-in", .type(target(.textField, "name"), "Ada \"L\"", replaces: false)),
      step("sign-in", .type(target(.secureField, "name-2"), "x", replaces: true)),
      step("sign-in", .tap(target(.button, "go.on"))),
      step("sign-in", .tap(target(.cell, "go-on"))),
      step(nil, .tap(target(.button, "cancel"))),
      step("2nd", .back),
      step(nil, .open("shop://cart")),
      step(nil, .reset(ResetWish(arguments: ["--a"], environment: [:], keepsData: true))),
      step("sign-in", .tap(target(.button, "go.on"))),
    ]
    recording.lastScreen = "cart"
    #expect(
      RecordedSource.make(recording) == ##"""
        import AppDriver
        import Testing

        @Suite(
          "A recorded journey",
          .app("SampleShop", launchArguments: ["--from", "here"], launchEnvironment: ["LANG": "de"])
        )
        struct RecordedJourney {
          @Test("goes from sign-in to cart")
          func journey() throws {
            let app = try App.current
            try SignInPage(app).waitUntilShown().typeName("Ada \"L\"")
            try SignInPage(app).waitUntilShown().replaceName2("x")
            try SignInPage(app).waitUntilShown().tapGoOn()
            try SignInPage(app).waitUntilShown().tapGoOn_2()
            try app.buttons["cancel"].tap()
            try Screen2ndPage(app).waitUntilShown().goBack()
            try app.open("shop://cart")
            app.launchArguments = ["--a"]
            app.launchEnvironment = [:]
            try app.reset(keepData: true)
            try SignInPage(app).waitUntilShown().tapGoOn()
            #expect(app.screen == "cart")
          }
        }

        extension RecordedJourney {
          final class SignInPage: PageObject {
            override var identifier: String { "sign-in" }
            func typeName(_ text: String) throws { try app.textFields["name"].typeText(text) }
            func replaceName2(_ text: String) throws { try app.secureTextFields["name-2"].replaceText(text) }
            func tapGoOn() throws { try app.buttons["go.on"].tap() }
            func tapGoOn_2() throws { try app.cells["go-on"].tap() }
          }

          final class Screen2ndPage: PageObject {
            override var identifier: String { "2nd" }
            func goBack() throws { try app.back() }
          }
        }

        """##)
  }

  @Test("of nothing is a test that starts the app")
  func empty() {
    let recording = Recording(app: "SampleShop", launchArguments: [], launchEnvironment: [:])
    #expect(
      RecordedSource.make(recording) == ##"""
        import AppDriver
        import Testing

        @Suite("A recorded journey", .app("SampleShop"))
        struct RecordedJourney {
          @Test("does what was recorded")
          func journey() throws {
            _ = try App.current
          }
        }

        """##)
  }
}
