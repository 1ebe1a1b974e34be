import Foundation
import Testing

@Suite("The app's clock")
struct ClockRuleTests {
  /// What may read the real clock.
  private static let allowed = [
    "Core/AppData/SystemTime.swift": "the system's clock itself",
    "Core/AppRuntime/AppClock.swift": "the system's clock itself",
    "Core/AppRuntime/SleepQueue.swift": "how the system's clock waits",
    // A paused clock must not keep a command or a reset from ending.
    "Core/AppRuntime/Waiters.swift": "how long to wait for a change, such as that the app is idle",
    "Core/AppRuntime/RestartReport.swift": "how long a restart took",
    "Core/URLSessionClient/Download.swift": "how long to wait for a response",
    "Core/OperatingSystem/Deadline.swift": "how long to wait for a descriptor",
  ]

  static func uses(in text: String) -> [String] {
    let realTime =
      /\b(Date\(\)|Date\.now|timeIntervalSinceNow|ContinuousClock|SuspendingClock|DispatchTime|clock_gettime|gettimeofday|Task\.sleep|SleepQueue|asyncAfter|Timer\b)/
    return text.split(separator: "\n").map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    .flatMap { $0.matches(of: realTime).map { String($0.1) } }
  }

  @Test("is the only one that Core and Features read")
  func onlyClock() throws {
    var found: Set<String> = []
    for source in try Repository.sources(in: ["Core", "Features"]) {
      let uses = Self.uses(in: source.text)
      if !uses.isEmpty { found.insert(source.path) }
      if Self.allowed[source.path] == nil {
        #expect(uses == [], "\(source.path): use the environment's clock, so that a test can move it.")
      }
    }
    #expect(found == Set(Self.allowed.keys), "each exception is needed")
  }

  @Test("is told from words like it")
  func words() {
    #expect(
      Self.uses(in: "let now = Date()\ntry await Task.sleep(for: .seconds(1)) // Date.now") == [
        "Date()", "Task.sleep",
      ])
    #expect(Self.uses(in: "let date = Date(timeIntervalSince1970: 1) // Timer\nlet egg = eggTimer") == [])
  }
}
