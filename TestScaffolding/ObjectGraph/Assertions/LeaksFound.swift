#if DEBUG
/// What a test fails with when something is alive that should be gone, or was not looked into.
public struct LeaksFound: Error, Equatable, CustomStringConvertible {
  /// Who holds what.
  public let report: LeakReport

  /// The report, after a line that says how many leaks there are.
  public var description: String {
    let count =
      switch report.leaks.count {
      case 0: "no leaks, but not everything was looked into"
      case 1: "1 leak"
      case let count: "\(count) leaks"
      }
    return "\(count)\n\(report)"
  }
}
#endif
