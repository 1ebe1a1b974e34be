import Foundation
import OperatingSystem
import Records

/// A source, and what is to be written in its place.
struct SourceChange {
  let path: String
  let old: [UInt8]
  private(set) var new: [UInt8]

  init(path: String, _ source: [UInt8]) { (self.path, old, new) = (path, source, source) }

  /// Puts bytes in the place of others. From the end upwards, so that the places of those before stay what they are.
  mutating func replace(_ edits: [(range: Range<Int>, bytes: [UInt8])]) {
    new = old
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      new.replaceSubrange(edit.range, with: edit.bytes)
    }
  }

  /// Puts the new source in the place of the old one, if that is still what it was.
  func write() throws {
    if isNew, old.isEmpty { return try WholeFile.write(new, to: path) }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let mode = (attributes[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o644
    guard mode & 0o200 != 0 else {
      throw RecordError(description: "'\(path)' is read-only. Make it writable: chmod u+w")
    }
    // The other name would keep the old text.
    guard (attributes[.referenceCount] as? NSNumber)?.intValue ?? 1 < 2 else {
      throw RecordError(description: "'\(path)' has another name by a hard link; nothing of it is changed.")
    }
    guard FileManager.default.contents(atPath: path).map(Array.init) == old else {
      throw RecordError(description: "'\(path)' was edited just now; nothing of it is changed.")
    }
    try WholeFile.write(new, to: path, mode: mode & 0o7777)
  }

  private var isNew: Bool { !FileManager.default.fileExists(atPath: path) }

  private static let context = 3

  /// The change in the form that `git apply` reads.
  func patch(named name: String) -> String {
    let lines = ScreenChange.all(from: Self.lines(old), to: Self.lines(new))
    let changed = lines.indices.filter { if case .kept = lines[$0] { false } else { true } }
    var hunks: [Range<Int>] = []
    for index in changed {
      let range = max(0, index - Self.context)..<min(lines.count, index + Self.context + 1)
      if let last = hunks.last, last.upperBound >= range.lowerBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    let texts = hunks.map { hunk -> String in
      let (before, after) = (Self.counts(lines[..<hunk.lowerBound]), Self.counts(lines[hunk]))
      // A file that has no line yet begins before its first one.
      func start(_ before: Int, _ count: Int) -> String { "\(count == 0 ? before : before + 1),\(count)" }
      return "@@ -\(start(before.old, after.old)) +\(start(before.new, after.new)) @@\n"
        + lines[hunk].map(Self.text).joined()
    }
    return "diff --git a/\(name) b/\(name)\n"
      + (isNew ? "new file mode 100644\n--- /dev/null\n" : "--- a/\(name)\n") + "+++ b/\(name)\n"
      + texts.joined()
  }

  /// The lines with their ends.
  private static func lines(_ source: [UInt8]) -> [String] {
    var lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self) + "\n"
    }
    let rest = lines.removeLast().unicodeScalars.dropLast()
    return rest.isEmpty ? lines : lines + [String(rest)]
  }

  private static func counts(_ lines: ArraySlice<ScreenChange.Line>) -> (old: Int, new: Int) {
    lines.reduce(into: (0, 0)) { counts, line in
      if case .came = line {} else { counts.0 += 1 }
      if case .went = line {} else { counts.1 += 1 }
    }
  }

  private static func text(of line: ScreenChange.Line) -> String {
    let (sign, text) =
      switch line {
      case .kept(let text): (" ", text)
      case .went(let text): ("-", text)
      case .came(let text): ("+", text)
      }
    let isEnded = text.unicodeScalars.last == "\n"
    return sign + text + (isEnded ? "" : "\n\\ No newline at end of file\n")
  }
}
