import AppDriver
import ControlProtocol
import ElementTree
import Testing

private let notifying = ["--reset-on", "button,gesture,beep,http", "--control-port", "0"]

@Suite("Every way to ask for a reset", .app("SampleOnboarding", launchArguments: notifying))
struct ResetNotifierTests {
  private let app: App

  init() throws { app = try App.current }

  @Test(
    "leads to a clean slate in the same process, with a receipt that names the way",
    arguments: ResetWay.allCases)
  func cleanSlate(way: ResetWay) throws {
    // A port is opened at the start of a process only, and the test before may have left a warm one.
    try app.relaunch(reason: "the test needs a port")
    let freshTree = try app.tree()
    let freshData = try app.data().parts
    try Journey.finish(app)
    #expect(try app.data().parts != freshData)
    let process = app.processIdentifier
    let generation = app.generation

    let receipt = try #require(try app.reset(via: way))

    #expect(receipt.trigger == way)
    #expect(receipt.generation == generation + 1)
    #expect(receipt.isClean, "\(receipt)")
    #expect(!receipt.keptData)
    #expect(receipt.cleared.map(\.part) == ["documents", "preferences"])
    #expect(app.processIdentifier == process)
    #expect(app.generation == generation + 1)
    #expect(app.lastReceipt == receipt)
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("can be taken again and again", arguments: [ResetWay.button, .gesture, .beep])
  func again(way: ResetWay) throws {
    let generation = app.generation
    for round in 1...5 {
      #expect(try app.reset(via: way)?.generation == generation + round)
    }
  }

  @Test("has a button that stands in every window, and is tapped like any other")
  func button() throws {
    try app.buttons["continue"].tap()
    #expect(app.screen == "tour-1")
    try app.buttons["reset-button"].tap()
    #expect(app.screen == "welcome")
    #expect(app.buttons["reset-button"].exists)
  }

  @Test("takes other keys of the gesture, with two touches to a tap")
  func otherGesture() throws {
    app.launchArguments = ["--reset-on", "gesture", "--reset-gesture", "ctrl-g+ctrl-t:2"]
    try app.reset()
    try app.press("ctrl-g", "ctrl-t", "ctrl-g")
    #expect(app.generation == (try app.status().generation))
    let before = try app.status().generation
    try app.press("ctrl-t")
    #expect(try app.status().generation == before + 1)
    #expect(try app.reset(via: .gesture)?.trigger == .gesture)
    #expect(throws: (any Error).self) { try app.press("ctrl-r") }
  }

  @Test("beeps with stub data, or with real data, and back")
  func beeps() throws {
    let flag = #"AUTOMATION_{"simulateUserAlreadyOnboarded":true}"#
    app.launchArguments = ["--reset-on", "beep", flag]
    try app.reset()
    #expect(app.screen == "home")

    let real = try #require(try app.reset(via: .beep, keepData: true))
    #expect(real.keptData)
    #expect(try app.status().launchArguments == ["--reset-on", "beep"])
    #expect(app.screen == "home")

    let stub = try #require(try app.reset(via: .beep))
    #expect(!stub.keptData)
    #expect(try app.status().launchArguments.contains(flag))
    #expect(app.screen == "home")
  }

  @Test("takes arguments and data along over HTTP, where the others say that they cannot")
  func carrying() throws {
    try app.relaunch(reason: "the test needs a port")
    app.launchArguments = notifying + [#"AUTOMATION_{"simulateUserAlreadyOnboarded":true}"#]
    let error = #expect(throws: AppError.self) { try app.reset(via: .button) }
    #expect(
      error?.description
        == "SampleOnboarding cannot be reset by button: it carries no other launch arguments or environment, "
        + "no wish to keep the data, and no state.")
    #expect(app.screen == "welcome")
    #expect(try app.reset(via: .http)?.screen == "home")
    app.launchArguments = notifying
    #expect(try app.reset(via: .http, keepData: true)?.screen == "home")
  }
}

@Suite("An app that listens to nothing but the control socket", .app("SampleOnboarding"))
struct SilentAppTests {
  private let app: App

  init() throws { app = try App.current }

  @Test("has no button, no gesture and no ear for beeps", arguments: [ResetWay.button, .gesture, .beep])
  func silent(way: ResetWay) throws {
    let generation = app.generation
    #expect(throws: (any Error).self) { try app.reset(via: way) }
    #expect(try app.status().generation == generation)
    #expect(try app.reset()?.trigger == .controlSocket)
  }

  @Test("closes the HTTP route when a list leaves it out, but never the socket")
  func closedHTTP() throws {
    app.launchArguments = ["--control-port", "0", "--reset-on", "button"]
    try app.relaunch(reason: "the test needs a port")
    let error = #expect(throws: AppError.self) { try app.reset(via: .http) }
    #expect(
      error?.description
        == "SampleOnboarding refused /reset: --reset-on lists button, and not http; "
        + "the control socket is open to resets always.")
    #expect(try app.reset()?.trigger == .controlSocket)
  }

  @Test("refuses a list that is wrong, and runs on as it was")
  func wrongList() throws {
    app.launchArguments = ["--reset-on", "button,buton"]
    let error = #expect(throws: (any Error).self) { try app.reset() }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains(
        "--reset-on takes a list of button, gesture, beep, http, but has 'buton', which is not one of them."))
    #expect(!app.buttons["reset-button"].exists)
    app.launchArguments = []
  }
}

@Suite("A beep to all processes of an app")
struct BroadcastTests {
  @Test("resets each of them, and none with a runtime folder of its own")
  func broadcast() throws {
    let apps = (1...3).map { _ in App("SampleOnboarding") }
    for app in apps {
      app.launchArguments = ["--reset-on", "beep"]
      try app.launch()
    }
    // The first one's folder is private to its process; the other two share the folder of the second.
    let shared = try #require(apps[1].runtimeFolder)
    apps[2].launchEnvironment = ["XDG_RUNTIME_DIR": shared]
    try apps[2].relaunch(reason: "the test gives it another runtime folder")
    for app in apps { try app.buttons["continue"].tap() }

    let receipt = try apps[2].receipt(ofResetBy: .beep) {
      _ = try apps[1].reset(via: .beep)
    }
    #expect(receipt.generation == 2)
    #expect(receipt.isClean)
    #expect(try apps[0].status().screen == "tour-1")
    #expect(try apps[0].status().generation == 1)
    #expect(try apps[2].status().generation == 2)
    for app in apps { app.terminate() }
  }
}
