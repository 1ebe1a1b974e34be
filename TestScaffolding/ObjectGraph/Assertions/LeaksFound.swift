#if DEBUG
/// What a test fails with when something is alive that should be gone.
public struct LeaksFound: Error, Equatable, CustomStringConvertible {
  /// Who holds what.
  public let report: LeakReport

  /// The report, after a line that says how many leaks there are.
  public var description: String {
    "\(report.leaks.count == 1 ? "1 leak" : "\(report.leaks.count) leaks")\n\(report)"
  }
}
#endif
