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
    for (_, group) in Dictionary(grouping: suggestions, by: \.target).sorted(by: { $0.key < $1.key }) {
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
    guard Set(group.map(\.old)).count == 1 else {
      throw RecordError(description: "\(group[0].place.short): \(manyThere(group[0].call, group.count))")
    }
    let (one, other) = (group[0], group[1])
    throw RecordError(
      description: "\(one.place.short): \(one.call) was shown different things. It can say one of them:\n"
        + "\(one.new)\nor:\n\(other.new)\n"
        + "Where they differ, '*' stands for any characters of a text, and a line '…' for any lines.")
  }

  private static func manyThere(_ call: String, _ count: Int) -> String {
    "'\(call)(…)' is there \(count) times. Give each a line of its own, and run the test again."
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
      throw refuse(manyThere(suggestion.call, calls.count))
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

extension Suggestion {
  /// What is to be changed: the same for all suggestions for one place.
  fileprivate var target: Target { Target(line: line, call: call) }

  fileprivate struct Target: Hashable, Comparable {
    let line: Int
    let call: String

    static func < (one: Self, other: Self) -> Bool { (one.line, one.call) < (other.line, other.call) }
  }
}
