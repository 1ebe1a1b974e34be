import AppDriver
import ControlProtocol
import Dispatch
import ElementTree
import Testing

/// What a test can leave behind in the app.
enum Leftover: String, CaseIterable, Sendable {
  case halfTypedForm, wrongTries, lock, session, openAlert, expiredSession, help

  /// Puts it there, as a person would or, for what takes time, from a situation.
  func plant(in app: App) throws {
    let start = try SignInPage(app).waitUntilShown()
    switch self {
    case .halfTypedForm: try start.enter(email: "ada@exam", password: "anal")
    case .wrongTries: try start.fail(times: 3, to: SignInPage.self)
    case .lock: try start.fail(times: 5, to: LockedOutPage.self)
    case .session: try start.enter().signIn(to: AccountPage.self)
    case .openAlert: try start.enter().signIn(to: AccountPage.self).askToSignOut()
    case .expiredSession:
      try app.launchApp(automationFlags: [Flag("simulateSessionExpired", true)])
      try SignInPage(app).waitForElementToExist(SignInPage(app).expiryNote)
      app.launchArguments = pastStartPage
    case .help: _ = try start.askForHelp()
    }
  }

  /// What a reset then has to clear.
  var parts: [ResetReceipt.Cleared] {
    switch self {
    case .halfTypedForm, .help: []
    case .wrongTries, .lock: [ResetReceipt.Cleared(part: "preferences", count: 1)]
    case .session, .openAlert, .expiredSession:
      [ResetReceipt.Cleared(part: "secrets.genericPassword", count: 1)]
    }
  }
}

@Suite("A clean slate of the account", .app("SampleAccount", launchArguments: pastStartPage))
struct CleanSlateTests {
  private let app: App

  init() throws { app = try App.current }

  @Test("is the app of a fresh launch, whatever was left behind", arguments: Leftover.allCases)
  func reset(leftover: Leftover) throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try leftover.plant(in: app)
    #expect(try app.tree() != freshTree)
    #expect(try (app.data().parts != freshData) == !leftover.parts.isEmpty)
    let process = app.processIdentifier
    let receipt = try #require(try app.reset())

    #expect(app.processIdentifier == process)
    #expect(receipt.isClean, "\(receipt)")
    #expect(receipt.cleared == leftover.parts)
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("is not soiled by an answer of the service that was still awaited")
  func lateAnswer() throws {
    try app.relaunch(reason: "the test compares with a fresh launch")
    let freshTree = try app.tree()
    let freshData = try app.data().parts

    try app.launchApp(automationFlags: [Flag("simulateSlowService", true)])
    let page = try SignInPage(app).enter()
    let tap = DispatchGroup()
    DispatchQueue.global().async(group: tap) { [button = page.signInButton] in try? button.tap() }
    try page.waitForElementToExist(page.busyNote)
    app.launchArguments = pastStartPage
    let receipt = try #require(try app.reset())
    tap.wait()

    #expect(receipt.isClean, "\(receipt)")
    #expect(try app.tree() == freshTree)
    #expect(try app.data().parts == freshData)
  }

  @Test("tells of secrets only that they are there")
  func secrets() throws {
    try Leftover.session.plant(in: app)
    let parts = try app.data().parts.filter { $0.count > 0 }
    #expect(parts.map(\.name) == ["secrets.genericPassword"])
    #expect(parts.flatMap(\.entries).map(\.name) == ["account/session"])
  }
}

@Suite("Accounts side by side", .app("SampleAccount", launchArguments: pastStartPage))
struct ParallelAccountTests {
  @Test(
    "do not meet",
    arguments: [
      ("ada@example.com", "analytical engine", "Ada Lovelace"),
      ("hanako@example.jp", "sakura mochi", "山田 花子"),
    ])
  func isolated(email: String, password: String, name: String) throws {
    let page = try SignInPage(App.current).enter(email: email, password: password)
    #expect(try page.signIn(to: AccountPage.self).name.label == name)
  }
}
