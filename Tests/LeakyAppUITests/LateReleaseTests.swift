import AppDriver
import ControlProtocol
import Foundation
import Leaks
import TestSupport
import Testing

@Suite("What is given back late, and what changes for a moment", .app("LeakyApp"))
struct LateReleaseTests {
  private let app: App

  init() throws { app = try App.current }

  private func receipt(after work: String) throws -> ResetReceipt {
    try app.cells[work].tap()
    return try #require(try app.reset())
  }

  private static let works = [
    ("late-object", "Basket (LeakySession.basket -> Basket, generation *)"),
    ("late-file", "descriptor /etc/passwd"), ("late-thread", "thread late"),
    ("late-child", "child process /bin/sleep 1000"),
    ("late-temporary-file", "temporary file /*/tmp/late.tmp"),
  ]

  @Test(
    "is told as late and is no leak, also where the machine has other things to do",
    arguments: works, [0, 4])
  func late(work: (name: String, told: String), others: Int) throws {
    let busy = try (0..<others).map { _ in
      try ChildProcess(
        "/bin/sh", ["-c", "while :; do :; done"],
        environment: ProcessInfo.processInfo.environment)
    }
    var told: [String] = []
    for _ in 1...20 where told.isEmpty {
      let start = ContinuousClock.now
      let receipt = try receipt(after: work.name)
      #expect(receipt.isClean, "\(receipt)")
      // Where the machine is slow, what was queued may take longer than LeakyApp waits with giving back.
      #expect(!receipt.late.isEmpty || ContinuousClock.now - start >= .milliseconds(150), "\(receipt)")
      told += receipt.late
    }
    #expect(told.allSatisfy(TextPattern(work.told).matches), "\(told)")
    #expect(others > 0 || !told.isEmpty)
    withExtendedLifetime(busy) {}
  }

  @Test("is told again of what comes after it and has the same name", arguments: works)
  func again(work: (name: String, told: String)) throws {
    for round in 1...3 {
      let start = ContinuousClock.now
      let receipt = try receipt(after: work.name)
      // On a slow machine, all may have been given back before the reset looks.
      let isSlow = ContinuousClock.now - start >= .milliseconds(150)
      #expect(!receipt.late.isEmpty || isSlow, "round \(round): \(receipt)")
    }
  }

  @Test("is no difference where another thread gives it back")
  func flickering() throws {
    try app.cells["flickering-handler"].tap()
    for _ in try 1...Effort().rounds(50) {
      let receipt = try #require(try app.reset())
      #expect(receipt.processDifferences == [] && receipt.isClean, "\(receipt)")
    }
    // A new process gets rid of the thread for the next test.
    try app.relaunch(reason: "a thread goes on")
  }

  @Test("is nothing where a URLSession with a delegate is invalidated when the session ends")
  func urlSession() throws {
    for _ in try 1...Effort().rounds(50) {
      let receipt = try receipt(after: "url-session")
      #expect(receipt.processDifferences == [] && receipt.isClean, "\(receipt)")
    }
  }
}
