#if DEBUG
import Records

/// Of which tests the trace is kept: what `CLEANSLATE_TRACE` says.
enum TraceMode: String, CaseIterable {
  /// Of every test.
  case on
  /// Of a test that has failed.
  case failures
  /// Of none.
  case off

  static let variable = "CLEANSLATE_TRACE"

  init(environment: [String: String]) throws(RecordError) {
    guard let word = environment[Self.variable], !word.isEmpty else {
      self = .failures
      return
    }
    guard let mode = Self(rawValue: word) else {
      throw RecordError(
        description: "\(Self.variable)=\(word) is not known. Expected "
          + Self.allCases.map(\.rawValue).joined(separator: ", ") + "; without it, failures.")
    }
    self = mode
  }
}
#endif
