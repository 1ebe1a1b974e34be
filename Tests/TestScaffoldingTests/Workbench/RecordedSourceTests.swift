import ControlProtocol
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
      app: "SampleShop", launchArguments: ["--from", "here"], launchEnvironment: ["LANG": "de"],
      beganOnCleanSlate: true)
    recording.steps = [
      step("sign-in", .type(target: target(.textField, "name"), text: "Ada \"L\"", replaces: false)),
      step("sign-in", .type(target: target(.secureField, "name-2"), text: "x", replaces: true)),
      step("sign-in", .tap(target: target(.button, "go.on"))),
      step("sign-in", .tap(target: target(.cell, "go-on"))),
      step(nil, .tap(target: target(.button, "cancel"))),
      step("2nd", .back),
      step(nil, .open(link: "shop://cart")),
      step(
        nil, .reset(request: ResetRequest(launchArguments: ["--a"], launchEnvironment: [:], keepData: true))),
      step("sign-in", .tap(target: target(.button, "go.on"))),
    ]
    recording.expect("cart")
    let source = RecordedSource(recording)
    #expect(source.warnings == [])
    #expect(source.file == "Tests/SampleShopUITests/RecordedJourney.swift")
    #expect(
      source.text == ##"""
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
            try SignInPage(app).replaceName2("x")
            try SignInPage(app).tapGoOn()
            try SignInPage(app).tapGoOn_2()
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
    let recording = Recording(
      app: "SampleShop", launchArguments: [], launchEnvironment: [:], beganOnCleanSlate: true)
    #expect(
      RecordedSource(recording).text == ##"""
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

  @Test("has the name that it is given, and says what another run may not find")
  func warnings() {
    var recording = Recording(
      app: "SampleShop", launchArguments: [], launchEnvironment: [:], beganOnCleanSlate: false)
    recording.steps = [step("times", .tap(target: target(.cell, "time-1795307400")))]
    let source = RecordedSource(recording, name: "checkout, 2nd time")
    #expect(source.file == "Tests/SampleShopUITests/Checkout2ndTimeTests.swift")
    #expect(
      source.warnings == [
        "The recording did not begin on a clean slate. A test does, and may find another app: begin it with one.",
        "The identifier time-1795307400 seems to be made from the clock, and another run may not have it. "
          + "Give the element one that lasts.",
      ])
    #expect(
      source.text == ##"""
        import AppDriver
        import Testing

        @Suite("checkout, 2nd time", .app("SampleShop"))
        struct Checkout2ndTimeTests {
          @Test("goes from times")
          func journey() throws {
            let app = try App.current
            // Recorded without a clean slate: a test begins without what the app had kept by then.
            // "time-1795307400" seems to be made from the clock: another run may not have it.
            try TimesPage(app).waitUntilShown().tapTime1795307400()
          }
        }

        extension Checkout2ndTimeTests {
          final class TimesPage: PageObject {
            override var identifier: String { "times" }
            func tapTime1795307400() throws { try app.cells["time-1795307400"].tap() }
          }
        }

        """##)
  }

  @Test("is named in the writing of whoever names it, and says of what is no name")
  func foreignNames() {
    let recording = Recording(
      app: "SampleShop", launchArguments: [], launchEnvironment: [:], beganOnCleanSlate: true)
    let (size, number) = (
      RecordedSource(recording, name: "Größe wählen"), RecordedSource(recording, name: "42 日本")
    )
    #expect(size.text.contains("struct GrößeWählenTests {") && size.warnings == [])
    #expect(number.file == "Tests/SampleShopUITests/RecordedJourney.swift")
    #expect(number.warnings == [#""42 日本" is no name for a type: one begins with a letter."#])
  }

  @Test(
    "doubts identifiers that look made anew in each run",
    arguments: [
      ("time-1795307400", "from the clock"), ("1795307400123", "from the clock"),
      ("order-6F9619FF-8B86-D011-B42D-00C04FC964FF", "at random"), ("order-1001", nil),
      ("choice-egg", nil), ("phone-0301234567", nil), ("item-12345678901234567890123", nil), ("", nil),
    ] as [(String, String?)])
  func doubtful(identifier: String, origin: String?) {
    #expect(DoubtfulIdentifier.origin(of: identifier) == origin)
  }
}
