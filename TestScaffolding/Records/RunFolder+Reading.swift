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
    return runs.max { (date(of: $0), $0) < (date(of: $1), $1) }.map { RunFolder(path: $0) }
  }

  private static func isRun(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.contains { $0.hasSuffix(".jsonl") } == true
  }

  private static func date(of run: String) -> Date {
    let paths = [run, "\(run)/\(Self.listName)"]
    return paths.compactMap {
      try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
    }.max() ?? .distantPast
  }

  package var traceNames: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") && $0 != Self.listName }.sorted()
  }

  /// The tests of the list, and what is wrong with it.
  package func entries() -> ([TestRecord], problems: [String]) {
    guard FileManager.default.fileExists(atPath: "\(path)/\(Self.listName)") else { return ([], []) }
    var (entries, problems) = ([TestRecord](), [String]())
    do {
      let lines = Self.lines(of: try read(Self.listName))
      for (index, line) in lines.whole.enumerated() {
        do {
          entries.append(try Self.decode(TestRecord.self, from: line, as: "test"))
        } catch {
          problems.append("\(path)/\(Self.listName), line \(index + 1), \(error)")
        }
      }
      if !lines.rest.isEmpty {
        problems.append("\(path)/\(Self.listName), line \(lines.whole.count + 1), has no end.")
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

  /// What is wrong with a line.
  private struct LineError: Error, CustomStringConvertible { let description: String }

  private struct Form: Decodable {
    let kind: String
    let version: Int?
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from line: Data, as kind: String
  ) throws(LineError) -> Value {
    guard let form = try? JSONDecoder().decode(Form.self, from: line), form.kind == kind else {
      throw LineError(
        description: "is cut off or no line of a \(kind == "test" ? "list of tests" : "trace").")
    }
    if let version = form.version, version != TestRecord.version {
      throw LineError(
        description: "is of version \(version), and this report reads version \(TestRecord.version). "
          + "Make the report with the CleanSlate that ran the tests.")
    }
    do {
      return try JSONDecoder().decode(type, from: line)
    } catch {
      throw LineError(description: "lacks something of its form.")
    }
  }
}
