package import Foundation

// The folder of a run may hold anything, so nothing in it is trusted.
extension RunFolder {
  private static let mostBytes = 64 << 20

  /// A trace as it is on disk, and what is wrong with it.
  package struct Trace {
    package let data: Data
    /// What the trace says of its own test.
    package let entry: TracedTest?
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
    let paths = [run, "\(run)/\(TracedTest.listName)"]
    return paths.compactMap {
      try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
    }.max() ?? .distantPast
  }

  package var traceNames: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") && $0 != TracedTest.listName }.sorted()
  }

  /// The tests of the list, and what is wrong with it.
  package func entries() -> ([TracedTest], problems: [String]) {
    guard FileManager.default.fileExists(atPath: "\(path)/\(TracedTest.listName)") else { return ([], []) }
    let data: Data
    do {
      data = try read(TracedTest.listName)
    } catch {
      return ([], ["\(error)"])
    }
    var problems: [String] = []
    let entries = data.split(separator: UInt8(ascii: "\n")).enumerated().compactMap { index, line in
      do {
        return try Self.decode(TracedTest.self, from: line, as: "test")
      } catch {
        problems.append("\(path)/\(TracedTest.listName), line \(index + 1), \(error)")
        return nil
      }
    }
    return (entries, problems)
  }

  package func trace(_ name: String) -> Result<Trace, RecordError> {
    Result { () throws(RecordError) in
      guard !name.contains("/") else { throw RecordError(description: "'\(name)' is no file of \(path).") }
      let data = try read(name)
      struct Head: Decodable {
        let test: TracedTest.Identity
        let date: Double
      }
      struct End: Decodable { let test: TracedTest.Summary }
      let lines = data.split(separator: UInt8(ascii: "\n"))
      let head: Head
      do {
        head = try Self.decode(Head.self, from: lines.first ?? Data(), as: "trace")
      } catch {
        throw RecordError(description: "\(path)/\(name) \(error)")
      }
      let end = try? Self.decode(End.self, from: lines.last ?? Data(), as: "end")
      let summary = end?.test ?? TracedTest.Summary(outcome: "broken off", seconds: 0)
      return Trace(
        data: data, entry: TracedTest(test: head.test, date: head.date, summary: summary),
        problem: end == nil ? "\(path)/\(name) is cut off after line \(lines.count)." : nil)
    }
  }

  private func read(_ name: String) throws(RecordError) -> Data {
    let file = "\(path)/\(name)"
    guard FileManager.default.fileExists(atPath: file) else {
      throw RecordError(description: "\(file) is missing.")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw RecordError(description: "\(file) is no file.")
      }
      let size = attributes[.size] as? Int ?? 0
      guard size <= Self.mostBytes else {
        throw RecordError(
          description:
            "\(file) has \(size >> 20) MB. A page takes traces of up to \(Self.mostBytes >> 20) MB.")
      }
      return try Data(contentsOf: URL(filePath: file))
    } catch let error as RecordError {
      throw error
    } catch {
      throw RecordError(description: "\(file) cannot be read: \(error.localizedDescription)")
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
    if let version = form.version, version != TracedTest.version {
      throw LineError(
        description: "is of version \(version), and this report reads version \(TracedTest.version). "
          + "Make the report with the CleanSlate that ran the tests.")
    }
    do {
      return try JSONDecoder().decode(type, from: line)
    } catch {
      throw LineError(description: "lacks something of its form.")
    }
  }
}
