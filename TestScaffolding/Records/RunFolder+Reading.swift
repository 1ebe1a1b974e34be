package import Foundation
import OperatingSystem

// The folder of a run may hold anything, so nothing in it is trusted.
extension RunFolder {
  private static let mostBytes = 64 << 20

  /// A trace as it is on disk, and what is wrong with it.
  package struct Trace {
    package let data: Data
    /// What the trace says of its own test.
    package let entry: TestRecord
    package let problem: String?
  }

  /// Of the runs in the folder the one that was written to last, or the folder itself if it is one; nil if there is none.
  package static func latest(in results: String) -> RunFolder? {
    let parent = results + "/runs"
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
    let runs = (names?.map { "\(parent)/\($0)" } ?? [results]).filter(isRun)
    return runs.map { RunFolder(path: $0) }.max { ($0.date, $0.path) < ($1.date, $1.path) }
  }

  private static func isRun(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.contains { $0.hasSuffix(".jsonl") } == true
  }

  /// When it was written to last.
  package var date: Date {
    let paths = [path] + Self.listNames.map { "\(path)/\($0)" }
    return paths.compactMap(Self.date).max() ?? .distantPast
  }

  /// When the file was written to last.
  package static func date(of path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  package var traceNames: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") && !Self.listNames.contains($0) }.sorted()
  }

  /// The tests of the list, and what is wrong with it.
  package func entries() -> ([TestRecord], problems: [String]) { list(Self.listName, of: "test") }

  /// Whether a test has failed whose evidence is in the folder. Each test may ask, so a line is read only if it may say so.
  package func hasFailed(_ folder: String) -> Bool {
    let (failed, end) = (Data(#""failed""#.utf8), UInt8(ascii: "\n"))
    guard var rest = try? read(Self.listName) else { return false }
    while let word = rest.range(of: failed) {
      let start = rest[..<word.lowerBound].lastIndex(of: end).map { $0 + 1 } ?? rest.startIndex
      let line = rest[start...].prefix { $0 != end }
      let entry = try? Self.decode(TestRecord.self, from: line, as: "test")
      if entry?.test.folder == folder, entry?.summary.outcome == "failed" { return true }
      rest = rest[line.endIndex...]
    }
    return false
  }

  /// What its tests suggest and nobody has accepted, each once, and what is wrong with the list.
  package func suggestions() -> ([Suggestion], problems: [String]) {
    let (lines, problems): ([Suggestion], [String]) = list(Self.suggestionsName, of: "suggestion")
    var open: [Suggestion: Suggestion] = [:]
    var order: [Suggestion] = []
    for var line in lines {
      let isAccepted = line.isAccepted == true
      line.isAccepted = nil
      // Links of several targets may lead to one source.
      line.file = URL(filePath: line.file).resolvingSymlinksInPath().path
      if isAccepted {
        open[line.content] = nil
      } else if open[line.content]?.merge(line) == nil {
        open[line.content] = line
        order.append(line.content)
      }
    }
    let suggestions = order.compactMap { open.removeValue(forKey: $0) }
    let asked = Set(suggestions.filter { !$0.fits }.map(\.target))
    return (suggestions.filter { asked.contains($0.target) }, problems)
  }

  private func list<Entry: Decodable>(
    _ name: String, of kind: String
  ) -> ([Entry], problems: [String]) {
    guard FileManager.default.fileExists(atPath: "\(path)/\(name)") else { return ([], []) }
    var (entries, problems) = ([Entry](), [String]())
    do {
      let lines = Self.lines(of: try read(name))
      for (index, line) in lines.whole.enumerated() {
        do {
          entries.append(try Self.decode(Entry.self, from: line, as: kind))
        } catch {
          problems.append("\(path)/\(name), line \(index + 1), \(error)")
        }
      }
      if !lines.rest.isEmpty {
        problems.append("\(path)/\(name), line \(lines.whole.count + 1), has no end.")
      }
    } catch {
      problems.append("\(error)")
    }
    return (entries, problems)
  }

  package func trace(_ name: String) -> Result<Trace, RecordError> {
    Result { () throws(RecordError) in
      guard !name.contains("/") else { throw RecordError(description: "'\(name)' is no file of \(path).") }
      let data = try read(name)
      let lines = Self.lines(of: data).whole
      let head: TraceLine.Head
      do {
        head = try Self.decode(TraceLine.Head.self, from: lines.first ?? Data(), as: "trace")
      } catch {
        throw RecordError(description: "\(path)/\(name) \(error)")
      }
      let end = try? Self.decode(TraceLine.End.self, from: lines.last ?? Data(), as: "end")
      var summary = end?.test ?? TestSummary(outcome: "broken off", seconds: 0)
      // It was written at a failure, and not again at the end.
      if summary.outcome == "running" { summary.outcome = "broken off" }
      return Trace(
        data: data, entry: TestRecord(test: head.test, date: head.date, summary: summary),
        problem: end == nil ? "\(path)/\(name) is cut off after line \(lines.count)." : nil)
    }
  }

  /// The lines as bytes, of which one that is cut off harms no other, and what follows the last end of line.
  private static func lines(of data: Data) -> (whole: [Data], rest: Data) {
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let rest = lines.popLast() ?? Data()
    return (lines, rest)
  }

  /// Reads a file of the folder: follows no link, and waits for no pipe.
  private func read(_ name: String) throws(RecordError) -> Data {
    let place = "\(path)/\(name)"
    do {
      let file = try Descriptor.folder(atPath: path).fileToRead(FileName(name))
      let status = try file.status()
      guard status.kind == .file else { throw RecordError(description: "\(place) is no file.") }
      guard status.size <= Self.mostBytes else {
        throw RecordError(
          description:
            "\(place) has \(status.size >> 20) MB. A page takes traces of up to \(Self.mostBytes >> 20) MB.")
      }
      var data = Data()
      try file.readPieces { data.append(contentsOf: $0) }
      return data
    } catch let error as RecordError {
      throw error
    } catch let error as SystemError where error.isNotFound {
      throw RecordError(description: "\(place) is missing.")
    } catch let error as SystemError where error.isLink {
      throw RecordError(description: "\(place) is no file.")
    } catch {
      throw RecordError(
        description: "\(place) cannot be read: \((error as? SystemError)?.reason ?? "\(error)")")
    }
  }

  private struct Form: Decodable {
    let kind: String
    let version: Int?
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from line: Data, as kind: String
  ) throws(RecordError) -> Value {
    guard let form = try? JSONDecoder().decode(Form.self, from: line), form.kind == kind else {
      throw RecordError(
        description: "is cut off or no line of a \(kind == "trace" ? kind : "list of \(kind)s").")
    }
    if let version = form.version, version != TestRecord.version {
      throw RecordError(
        description: "is of version \(version), and this report reads version \(TestRecord.version). "
          + "Make the report with the CleanSlate that ran the tests.")
    }
    do {
      return try JSONDecoder().decode(type, from: line)
    } catch {
      throw RecordError(
        description: "is not of its form: \((error as? DecodingError)?.place ?? error.systemReason).")
    }
  }
}
