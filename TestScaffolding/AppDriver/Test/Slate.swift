#if DEBUG
/// What gives a test its clean slate.
public enum Slate: Sendable {
  /// A live reset of the process that is there, and the leak gate after the test.
  case live
  /// A new process, for tests that change what a reset does not give back: statics of the app, what libraries remember,
  /// files outside of its container. Nothing looks for leaks, because nothing is used again.
  case process

  /// Why a process is replaced that is well; nil if it is not.
  func reason(in environment: [String: String]) -> String? {
    if let relaunch = environment["CLEANSLATE_RELAUNCH"], !["", "0"].contains(relaunch) {
      return "CLEANSLATE_RELAUNCH=\(relaunch) asks for a new process for each test"
    }
    return self == .process ? "slate: .process asks for a new process for each test" : nil
  }
}
#endif
