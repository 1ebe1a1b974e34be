import AppDriver
import ControlProtocol
import Leaks
import TestSupport
import Testing

@Suite("What a generation changes that only the process has", .app("LeakyApp"))
struct ProcessDifferenceTests {
  private let app: App

  init() throws { app = try App.current }

  /// Makes a mistake, resets, and returns the receipt.
  private func receipt(after mistake: String) throws -> ResetReceipt {
    try app.cells[mistake].tap()
    return try #require(try app.reset())
  }

  @Test(
    "is put back where that does no harm, told once, and fails no test",
    arguments: [
      ("working-folder", ["working folder: * before, / until it was put back"]),
      ("gone-folder", ["working folder: * before, */tmp/gone (deleted) until it was put back"]),
      ("new-variable", [#"environment variable LEAKY_NEW: not set before, "1" until it was put back"#]),
      (
        "other-variable",
        [#"environment variable LANG: "C.UTF-8" before, "ja_JP.UTF-8" until it was put back"#]
      ),
      ("lost-variable", [#"environment variable PATH: "*/bin" before, not set until it was put back"#]),
      ("mask", ["umask: * before, 077 until it was put back"]),
      ("zone", ["time zone: * before, Asia/Tokyo, where the system has * until it was put back"]),
      (
        "zone-variable", [#"environment variable TZ: "UTC" before, "Asia/Tokyo" until it was put back"#]
      ),
      ("locale", ["locale: C before, C.UTF-8 until it was put back"]),
    ])
  func restored(mistake: String, expected: [String]) throws {
    let receipt = try receipt(after: mistake)
    let told = receipt.processDifferences.map(\.description)
    #expect(told.count == expected.count, "\(told)")
    for (text, pattern) in zip(told, expected) { #expect(TextPattern(pattern).matches(text), "\(text)") }
    #expect(receipt.isClean)
    #expect(try app.reset()?.processDifferences == [], "it was put back")
  }

  @Test("is put back where not one variable is left")
  func noVariables() throws {
    let receipt = try receipt(after: "no-variables")
    let names = receipt.processDifferences.map(\.what)
    #expect(names.contains("environment variable HOME") && names.contains("environment variable PATH"))
    #expect(receipt.processDifferences.allSatisfy { $0.restored && $0.after == "not set" })
    #expect(try app.reset()?.processDifferences == [], "they were put back")
  }

  @Test(
    "is told, and fails the test as a leak does, where it cannot be put back",
    arguments: [
      ("handler", "signal handler SIGUSR1", "default before, handled in LeakyApp at * now"),
      ("ignored-signal", "signal handler SIGPIPE", "default before, ignored now"),
      ("limit", "limit of open files", "*, at most * before, 512, at most * now"),
      ("nice", "nice value", "* before, 5 now"), ("alarm", "alarm", "none before, pending now"),
      ("name", "process name", "LeakyApp before, renamed now"),
      ("foundation-name", "process name of ProcessInfo", "LeakyApp before, renamed now"),
      ("defaults", "UserDefaults.standard theme", #"not set before, "dark" now"#),
      ("cookie", "shared cookies", "0 before, 1 now"),
      ("cache", "shared cache", "0 bytes before, * bytes now"),
      ("credential", "shared credentials", "0 before, 1 now"),
    ])
  func told(mistake: String, what: String, name: String) throws {
    let receipt = try receipt(after: mistake)
    app.knownLeak(what, reason: "the test made it")
    // Foundation keeps shared cookies in a file.
    if mistake == "cookie" { app.knownLeak("file */.cookies.shared", reason: "the test made it") }
    #expect(receipt.leaks.map(\.type) == (mistake == "cookie" ? ["file"] : []), "nothing else is left")
    #expect(receipt.processDifferences.map(\.what) == [what])
    let difference = try #require(receipt.processDifferences.first)
    let leak = Leak(difference, generation: 1)
    #expect(TextPattern(name).matches(leak.name), "\(leak.name)")
    #expect(!difference.restored && !receipt.isClean)
    #expect(try app.reset()?.processDifferences == [difference], "it stays so")
  }

  @Test(
    "is nobody's business where the app says so, and where every generation does it",
    arguments: ["expected-handler", "registered-defaults"])
  func expected(change: String) throws {
    let receipt = try receipt(after: change)
    #expect(receipt.processDifferences == [] && receipt.isClean)
  }

  @Test("is nothing where nothing was changed, again and again")
  func clean() throws {
    for _ in try 1...Effort().rounds(30) {
      let receipt = try #require(try app.reset())
      #expect(receipt.processDifferences == [] && receipt.isClean, "\(receipt)")
    }
  }
}
