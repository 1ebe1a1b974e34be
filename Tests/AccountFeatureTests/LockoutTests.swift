import AppData
import ElementTree
import Foundation
import Testing

@testable import AccountFeature
@testable import AppRuntime

@MainActor @Suite("Five wrong tries")
struct LockoutTests {
  @Test("pause signing in, and say until when")
  func locks() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.fail(times: 5)
    #expect(
      fixture.host.tree.treeDescription == """
        window "Sample"
          screen #account-locked-out "Sign in"
            text #headline "Sign-in is paused" heading
            text #reason "There were too many wrong tries. To keep your account safe, sign-in is closed for now."
            text #lock-end "Open again: 14:32" warning
            group row
              button #try-again "Try again" focused primary
              button #help "I need help"
        """)
  }

  @Test("are counted across restarts")
  func counted() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.fail(times: 3)
    try await fixture.start()
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem") == "E-mail and password do not match. One try is left.")
    try await fixture.fail(times: 1)
    #expect(fixture.screen == "account-locked-out")
  }

  @Test("hold across restarts, to the end by the clock and not beyond")
  func ends() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.fail(times: 5)
    fixture.clock.advance(minutes: 14)
    try await fixture.start()
    #expect(fixture.label("lock-end") == "Open again: 14:32")
    try await fixture.perform(.tap("try-again"))
    #expect(fixture.label("problem") == "It is not time yet.")
    fixture.clock.advance(minutes: 1)
    try await fixture.perform(.tap("try-again"))
    #expect(fixture.screen == "account-sign-in")
    #expect(fixture.label("problem") == nil)
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem") == "E-mail and password do not match. 4 tries are left.")
  }

  @Test("are forgotten at the first start after the pause")
  func forgotten() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.fail(times: 5)
    fixture.clock.advance(minutes: 15)
    try await fixture.start()
    #expect(fixture.screen == "account-sign-in")
    #expect(try fixture.data.preferences.keys == [])
  }

  @Test("end after a quarter of an hour even if the clock was years ahead as they began")
  func clockSetBack() async throws {
    let fixture = try AccountFixture()
    let year = 365 * 24 * 60.0
    fixture.clock.advance(minutes: 3 * year)
    try await fixture.start()
    try await fixture.fail(times: 5)
    fixture.clock.advance(minutes: -3 * year)
    try await fixture.perform(.tap("try-again"))
    #expect(fixture.label("lock-end") == "Open again: 14:32")
    fixture.clock.advance(minutes: 15)
    try await fixture.start()
    #expect(fixture.screen == "account-sign-in")
  }

  @Test("are not needed where the service itself has locked the account")
  func lockedByService() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    try await fixture.signIn("alan@example.com", "whatever")
    #expect(fixture.label("lock-end") == "Open again: 15:17")
    try await fixture.start()
    #expect(fixture.screen == "account-locked-out")
  }

  @Test("that cannot be kept are counted all the same, and it is said")
  func notKept() async throws {
    let fixture = try AccountFixture()
    try await fixture.start()
    fixture.host.environment?.gate.close("the test says so")
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem")?.hasPrefix("Tries could not be counted: ") == true)
    try await fixture.fail(times: 4)
    #expect(fixture.screen == "account-locked-out")
  }

  @Test(
    "of a damaged record are reported and begin anew, and the record is set aside",
    arguments: ["{", #"{"wrong":-1}"#, "{\"wrong\":\(Int.min)}", "{\"wrong\":\(Int.max)}"])
  func damaged(record: String) async throws {
    let fixture = try AccountFixture()
    try fixture.data.preferences.set(Data(record.utf8), forKey: "account.tries")
    try await fixture.start()
    #expect(
      fixture.label("problem")
        == "Earlier tries could not be read: the record is damaged. It is set aside among the preferences as "
        + "\"account.tries.unreadable\".")
    try await fixture.signIn()
    #expect(try fixture.data.preferences.keys == ["account.tries.unreadable"])
    #expect(try fixture.data.preferences.data(forKey: "account.tries.unreadable") == Data(record.utf8))
    try fixture.data.preferences.set(Data("{".utf8), forKey: "account.tries")
    try await fixture.perform(.tap("sign-out"), .tap("confirm-sign-out"))
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem") == "E-mail and password do not match. 4 tries are left.")
    try await fixture.start()
    #expect(fixture.label("problem") == nil)
  }
}

@MainActor @Suite("A record of wrong tries that is none")
struct ForeignTriesTests {
  @Test("is set aside before the next try replaces it")
  func otherType() async throws {
    let fixture = try AccountFixture()
    try fixture.data.preferences.set("text", forKey: "account.tries")
    try await fixture.start()
    try await fixture.fail(times: 1)
    #expect(fixture.label("problem") == "E-mail and password do not match. 4 tries are left.")
    #expect(try fixture.data.preferences.string(forKey: "account.tries.unreadable") == "text")
  }
}

@Suite("The count of wrong tries")
struct SignInTriesTests {
  private let noon = Date(timeIntervalSince1970: 1_759_492_800)

  @Test("locks with the fifth, for a quarter of an hour")
  func limit() {
    var tries = SignInTries()
    var left: [Int] = []
    for second in 0..<5 {
      #expect(!tries.isLocked(at: noon + Double(second)))
      tries.countWrong(at: noon + Double(second))
      left.append(tries.left)
    }
    #expect(left == [4, 3, 2, 1, 0])
    #expect(tries.lockedUntil == noon + 904)
    #expect(tries.isLocked(at: noon + 903))
    #expect(!tries.isLocked(at: noon + 904))
  }

  @Test("begins a lock that nobody has begun, once")
  func settles() {
    var tries = SignInTries.allUsed
    tries.settle(at: noon)
    tries.settle(at: noon + 60)
    #expect(tries.lockedUntil == noon + 900)
    tries.settle(at: noon + 900)
    #expect(tries == SignInTries())
  }

  @Test("begins again with the first try after a lock")
  func afterLock() {
    var tries = SignInTries.allUsed
    tries.settle(at: noon)
    tries.countWrong(at: noon + 900)
    #expect(tries.left == 4)
    #expect(tries.lockedUntil == nil)
  }
}
