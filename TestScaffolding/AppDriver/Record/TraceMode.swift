#if DEBUG
/// Of which tests the trace is kept: what `CLEANSLATE_TRACE` says.
enum TraceMode: String, CaseIterable {
  /// Of every test.
  case on
  /// Of a test that has failed.
  case failures
  /// Of none.
  case off

  static let variable = "CLEANSLATE_TRACE"

  init(environment: [String: String]) throws(TraceModeError) {
    guard let word = environment[Self.variable], !word.isEmpty else {
      self = .failures
      return
    }
    guard let mode = Self(rawValue: word) else { throw TraceModeError(word: word) }
    self = mode
  }
}

struct TraceModeError: Error, Equatable, CustomStringConvertible {
  let word: String

  var description: String {
    "\(TraceMode.variable)=\(word) is not known. Expected "
      + TraceMode.allCases.map(\.rawValue).joined(separator: ", ") + "; without it, failures."
  }
}
#endif
