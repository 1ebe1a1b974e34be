import Foundation
import Records

/// A source for which a run suggests something.
struct SuggestedSource {
  private(set) var change: SourceChange
  /// What is in the change.
  private(set) var accepted: [Suggestion] = []
  /// Why something is not.
  private(set) var problems: [String] = []

  /// - Parameter suggestions: All for the source at the path.
  init(_ suggestions: [Suggestion], at path: String) throws(RecordError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RecordError(description: "'\(path)' cannot be read.")
    }
    let source = Array(data)
    change = SourceChange(path: path, source)
    let calls = SnapshotCall.all(of: Set(suggestions.map(\.call)), in: source)
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    let groups = Dictionary(grouping: suggestions, by: \.target).sorted {
      ($0.key.line, $0.key.call, $0.key.old) < ($1.key.line, $1.key.call, $1.key.old)
    }
    for (_, group) in groups {
      do {
        let suggestion = try Self.only(of: group)
        let there = calls.filter { $0.line == suggestion.line && $0.function == suggestion.call }
        if let edit = try Self.edit(suggestion, among: there, in: source) { edits.append(edit) }
        accepted.append(suggestion)
      } catch {
        problems.append(error.description)
      }
    }
    change.replace(edits)
  }

  private static func only(of group: [Suggestion]) throws(RecordError) -> Suggestion {
    guard group.count > 1 else { return group[0] }
    let (one, other) = (group[0], group[1])
    throw RecordError(
      description: "\(one.place.short): \(one.call) was shown different things. It can say one of them:\n"
        + "\(one.new)\nor:\n\(other.new)\n"
        + "Where they differ, '*' stands for any characters of a text, and a line '…' for any lines.")
  }

  /// What to put where; nil if it is there already.
  private static func edit(
    _ suggestion: Suggestion, among calls: [SnapshotCall], in source: [UInt8]
  ) throws(RecordError) -> (range: Range<Int>, bytes: [UInt8])? {
    func refuse(_ reason: String) -> RecordError {
      RecordError(description: "\(suggestion.place.short): \(reason)")
    }
    let patch =
      ScreenChange.lines(from: suggestion.old, to: suggestion.new, trimmed: false).joined(separator: "\n")
    let values = calls.map { $0.literal?.value(in: source) }
    let fitting = calls.indices.filter { values[$0] == suggestion.old }
    guard calls.count == 1 || fitting.count == 1 else {
      if calls.isEmpty {
        throw refuse(
          "no '\(suggestion.call)(…)' is there; the source was edited after the test ran, or the call passes on the "
            + "line of another. Run the test again, or change its text by hand:\n\(patch)")
      }
      throw refuse(
        "'\(suggestion.call)(…)' is there \(calls.count) times. Give each a line of its own, and run the test again."
      )
    }
    let index = fitting.first ?? 0
    guard let value = values[index] else {
      throw refuse(
        "the last argument of '\(suggestion.call)(…)' is not a literal without interpolation, so that only you can "
          + "change it:\n\(patch)")
    }
    if value == suggestion.new { return nil }
    guard value == suggestion.old else {
      throw refuse(
        "the text was edited after the test ran. Run the test again, or change it by hand:\n\(patch)")
    }
    // An empty text may be that of any other call, which the edit has put there.
    let isEdited = suggestion.source.map { $0 != Fingerprint(of: source).text } == true
    guard !isEdited || !value.allSatisfy(\.isWhitespace) else {
      throw refuse(
        "the source was edited after the test ran, so that this may be another call. Run the test again.")
    }
    return calls[index].replacement(by: suggestion.new, in: source)
  }
}
