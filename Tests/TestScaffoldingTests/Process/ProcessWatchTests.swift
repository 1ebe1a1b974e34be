import Leaks
import Testing

@testable import TestScaffolding

/// What the system knows is not compared here, because it belongs to all tests of this process.
@Suite("A value of the process that an app has compared") @MainActor
struct ProcessWatchTests {
  private final class Cookies {
    var count = 0
  }

  private let leaks = LeakTracker()
  private let cookies = Cookies()

  private var differences: [ProcessDifference] { leaks.process.putBack() }

  init() { leaks.compare("shared cookies") { [cookies] in "\(cookies.count)" } }

  @Test("is told from its change on, until it is as it was")
  func change() {
    leaks.process.begin(nil)
    #expect(differences == [])
    cookies.count = 2
    let told = [ProcessDifference(what: "shared cookies", before: "0", after: "2")]
    #expect(differences == told)
    #expect(differences == told, "nobody has put it back")
    cookies.count = 0
    #expect(differences == [])
  }

  @Test("is compared with what it was when it was named, if that was later")
  func later() {
    leaks.process.begin(nil)
    cookies.count = 1
    leaks.compare("shared jars") { [cookies] in "\(cookies.count)" }
    #expect(differences.map(\.what) == ["shared cookies"])
  }

  @Test("is left alone where it is expected to survive", arguments: ["shared cookies", "shared *", "*"])
  func expected(pattern: String) {
    leaks.expectedToSurvive(pattern, reason: "nobody reads them")
    leaks.process.begin(nil)
    cookies.count = 2
    #expect(differences == [])
  }

  @Test("is no matter before the first generation is near, and without an option for tests")
  func notBegun() {
    cookies.count = 2
    #expect(differences == [])
  }
}
