#if DEBUG
/// A run of `swift test --parallel`. It starts a process for each test of XCTest, so an app that shall serve several tests
/// has to go from one test process to the next.
package struct ParallelRun: Sendable {
  /// What starts the test processes; apps that none of them has end with it.
  let process: Int32

  init(process: Int32) { self.process = process }

  /// The run for which a process was started with these words; nil if apps have to end with the process.
  init?(words: [String], environment: [String: String], startedBy parent: Int32) {
    // For all other runs SwiftPM names no test, or several; or one, if it is the only one that was chosen.
    guard words.count == 2, words[1].count(where: { $0 == "/" }) == 1, !words[1].contains(",") else {
      return nil
    }
    // An app counts its coverage when it ends, which has to be before the run is over.
    guard environment["LLVM_PROFILE_FILE"] == nil, environment[AppStart.spawnVariable] != "1" else {
      return nil
    }
    self.init(process: parent)
  }
}
#endif
