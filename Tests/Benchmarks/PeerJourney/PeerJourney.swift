#if DEBUG
import AppDriver
import Foundation

/// The part of `Tests/Benchmarks/Peers/run` that drives SampleOnboarding: goes the journey in each way once for each
/// line that it reads, and answers with a line of microseconds.
@main
struct PeerJourney {
  static func main() throws {
    let live = App("SampleOnboarding")
    let relaunched = App("SampleOnboarding")
    defer {
      live.terminate()
      relaunched.terminate()
    }
    for app in [live, relaunched] { try app.launch() }
    while readLine() != nil {
      try answer([
        "live reset": time(live) { try live.reset() },
        "relaunch": time(relaunched) { try relaunched.relaunch(reason: "the benchmark measures it") },
      ])
    }
  }

  /// Times a clean slate, one tap and one check. Without the clean slate, the tap leads to another page.
  private static func time(_ app: App, cleanSlate: () throws -> Void) throws -> Double {
    let start = ContinuousClock.now
    try cleanSlate()
    try app.buttons["continue"].tap()
    let progress = try app.progressIndicators["progress"].value
    let parts = (ContinuousClock.now - start).components
    guard progress == "14%" else { throw NotClean(progress: progress ?? "nothing") }
    return Double(parts.seconds) * 1e6 + Double(parts.attoseconds) / 1e12
  }

  private static func answer(_ times: [String: Double]) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(times) + Data("\n".utf8))
  }

  struct NotClean: Error, CustomStringConvertible {
    let progress: String
    var description: String { "The first tap on a clean slate leads to 14%, but the app shows \(progress)." }
  }
}
#else
import Measuring

@main
struct PeerJourney {
  static func main() { BenchmarkCommand.needsDebugBuild("PeerJourney") }
}
#endif
