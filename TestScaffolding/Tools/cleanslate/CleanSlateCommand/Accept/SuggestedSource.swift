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
        let suggestion = try Self.only(of: group, among: calls, in: source)
        if let edit = try Self.edit(suggestion, among: calls, in: source) { edits.append(edit) }
        accepted.append(suggestion)
      } catch {
        problems.append(error.description)
      }
    }
    change.replace(edits)
  }

  private static func only(
    of group: [Suggestion], among calls: [SnapshotCall], in source: [UInt8]
  ) throws(RecordError) -> Suggestion {
    let one = group[0]
    let texts = calls.filter { $0.isOf(one) }.map { $0.literal?.value(in: source) }
    // One without a literal may say anything.
    guard texts.count < 2 || !texts.contains(nil) && texts.count(where: { $0 == one.old }) == 1 else {
      throw one.refused(
        "'\(one.call)(…)' is there \(texts.count) times. Give each a line of its own, and run the test again."
      )
    }
    guard group.count > 1 else { return one }
    throw one.refused(
      "\(one.call) was shown different things. It can say one of them:\n\(one.new)\nor:\n\(group[1].new)\n"
        + "Where they differ, '*' stands for any characters of a text, and a line '…' for any lines.")
  }

  /// What to put where; nil if it is there already.
  private static func edit(
    _ suggestion: Suggestion, among calls: [SnapshotCall], in source: [UInt8]
  ) throws(RecordError) -> (range: Range<Int>, bytes: [UInt8])? {
    let patch =
      ScreenChange.lines(from: suggestion.old, to: suggestion.new, trimmed: false).joined(separator: "\n")
    func isFitting(_ call: SnapshotCall) -> Bool { call.literal?.value(in: source) == suggestion.old }
    let there = calls.filter { $0.isOf(suggestion) }
    guard let call = there.first(where: isFitting) ?? there.first else {
      throw suggestion.refused(
        "no '\(suggestion.call)(…)' is there; the source was edited after the test ran, or the call passes on the "
          + "line of another. Run the test again, or change its text by hand:\n\(patch)")
    }
    guard let value = call.literal?.value(in: source) else {
      throw suggestion.refused(
        "the last argument of '\(suggestion.call)(…)' is not a literal without interpolation, so that only you can "
          + "change it:\n\(patch)")
    }
    if value == suggestion.new { return nil }
    guard value == suggestion.old else {
      throw suggestion.refused(
        "the text was edited after the test ran. Run the test again, or change it by hand:\n\(patch)")
    }
    // The edit may have put another call on the line. One that is new has an empty text.
    let isEdited = suggestion.source.map { $0 != Fingerprint(of: source).text } == true
    guard !isEdited || (!value.allSatisfy(\.isWhitespace) && calls.count(where: isFitting) == 1) else {
      throw suggestion.refused(
        "the source was edited after the test ran, so that this may be another call. Run the test again, or change "
          + "its text by hand:\n\(patch)")
    }
    return call.replacement(by: suggestion.new, in: source)
  }
}

extension SnapshotCall {
  fileprivate func isOf(_ suggestion: Suggestion) -> Bool {
    line == suggestion.line && function == suggestion.call
  }
}

extension Suggestion {
  fileprivate func refused(_ reason: String) -> RecordError {
    RecordError(description: "\(place.short): \(reason)")
  }
}
