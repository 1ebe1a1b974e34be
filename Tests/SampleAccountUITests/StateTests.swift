import AppDriver
import ControlProtocol
import Testing
import XCTest

extension AppState {
  static let signedIn = AppState("signed in", launchArguments: pastStartPage) { app in
    try SignInPage(app).waitUntilShown().enter().signIn(to: AccountPage.self)
  }

  /// Somebody who has signed in once, and has forgotten the password since.
  static let forgetful = AppState("one try left", from: .signedIn, launchArguments: pastStartPage) { app in
    _ = try AccountPage(app).waitUntilShown().askToSignOut().confirm()
    try SignInPage(app).fail(times: 4, to: SignInPage.self)
  }
}

final class SignedInTests: AppTestCase {
  override class var appName: String { "SampleAccount" }
  override class var launchArguments: [String] { pastStartPage }
  override class var state: AppState? { .signedIn }

  func testBeginsWithTheAccount() throws {
    XCTAssertEqual(try AccountPage(app).waitUntilShown().name.label, "Ada Lovelace")
    XCTAssertEqual(app.lastReceipt?.restored?.state, "signed in")
  }

  func testSigningOutIsForThisTestAlone() throws {
    let page = try AccountPage(app).waitUntilShown().askToSignOut().confirm()
    XCTAssertEqual(try page.email.value, "")
  }

  func testFlagsAreAddedToTheState() throws {
    try launchApp(otherArgs: ["--account-service", "slow"])
    try AccountPage(app).waitUntilShown()
    XCTAssertEqual(try app.status().launchArguments, pastStartPage + ["--account-service", "slow"])
    try app.reset()
    try SignInPage(app).waitUntilShown()
  }
}

@Suite("Two states of one name", .app("SampleAccount", launchArguments: pastStartPage))
struct StatesOfOneNameTests {
  @Test("are refused, with both places, before either of them is built anew")
  func refused() throws {
    let app = try App.current
    try app.reset(to: .signedIn)
    let error = #expect(throws: AppError.self) { try app.reset(to: AppState("signed in") { _ in }) }
    let text = "\(String(describing: error))"
    #expect(
      text.contains("SampleAccount has two states \"signed in\"; give one of them another name"), "\(text)")
    #expect(text.components(separatedBy: "StateTests.swift:").count == 3, "\(text)")
    #expect(app.screen == "account")
  }
}

@Suite(.app("SampleAccount", launchArguments: pastStartPage, state: .forgetful))
struct ForgetfulTests {
  private let app: App

  init() throws { app = try App.current }

  @Test("A test begins where the journeys of two states have led")
  func begins() throws {
    try SignInPage(app).waitUntilShown().fail(times: 1, to: LockedOutPage.self)
  }

  @Test(
    "The trait of a test goes to another state than that of its suite",
    .app("SampleAccount", state: .signedIn))
  func other() throws {
    #expect(app.lastReceipt?.restored?.state == "signed in")
    #expect(try app.states().map(\.name).contains("one try left"))
  }

  @Test("A state is saved, gone to and deleted in the middle of a test")
  func inTheMiddle() throws {
    try app.reset()
    try SignInPage(app).waitUntilShown().enter().signIn(to: AccountPage.self)
    let name = "middle of \(app.processIdentifier ?? 0)"
    let saved = try app.saveState(name)
    #expect(saved.parts.map(\.part) == ["secrets.genericPassword"])
    let before = try app.data().parts
    _ = try AccountPage(app).askToSignOut().confirm()
    let receipt = try #require(try app.reset(to: name))
    #expect(receipt.isClean && receipt.restored?.parts == saved.parts)
    try AccountPage(app).waitUntilShown()
    #expect(try app.data().parts == before)
    // A copy of the state of before stands ready by now, and is of no use any more.
    _ = try AccountPage(app).askToSignOut().confirm()
    #expect(try app.saveState(name).parts == [])
    try app.reset(to: name)
    let page = try SignInPage(app).waitUntilShown()
    try app.deleteState(name)
    let error = #expect(throws: AppError.self) { try app.reset(to: name) }
    #expect(error.map { "\($0)" }?.contains("There is no state \"\(name)\"") == true)
    #expect(page.emailProblem.exists == false)
  }
}

@Suite("A state that another process has built anew")
struct RebuiltStateTests {
  @Test("is gone to by the next test, although the app stands on the one of before")
  func rebuilt() throws {
    let state = AppState("built by two", launchArguments: pastStartPage) { app in
      try SignInPage(app).waitUntilShown().enter().signIn(to: AccountPage.self)
    }
    let (app, other) = (App("SampleAccount"), App("SampleAccount"))
    defer {
      try? app.deleteState(state.name)
      for app in [app, other] { app.terminate() }
    }
    try app.begin(isTest: true, arguments: pastStartPage, state: state)
    let first = try #require(app.lastReceipt?.restored)
    #expect(app.end(testName: "first", failed: false) == [])
    try app.begin(isTest: true, arguments: pastStartPage, state: state)
    let generation = app.generation
    #expect(app.end(testName: "second", failed: false) == [])
    #expect(app.generation == generation + 1)
    try other.launch()
    try other.deleteState(state.name)
    try other.begin(isTest: true, arguments: pastStartPage, state: state)
    let second = try #require(other.lastReceipt?.restored)
    #expect(second.id != first.id)
    try app.begin(isTest: true, arguments: pastStartPage, state: state)
    #expect(app.lastReceipt?.restored?.id == second.id && app.generation == generation + 2)
    try AccountPage(app).waitUntilShown()
  }
}
