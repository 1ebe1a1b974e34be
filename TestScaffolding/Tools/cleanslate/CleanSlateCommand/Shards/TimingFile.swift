import Foundation
import Records
import ToolOptions

/// How long tests took in the latest runs: what shards are balanced by.
struct TimingFile: Equatable {
  /// The seconds of each test, by its label, in the order of the runs.
  private(set) var runs: [String: [Double]] = [:]

  static let version = 1
  /// As many runs are remembered.
  static let runsKept = 5
  /// Where it is looked for, below the package, if nobody says otherwise.
  static let usualName = "TestTimings.json"

  init(_ runs: [String: [Double]] = [:]) { self.runs = runs }

  /// The median of each test's runs.
  var medians: [String: Double] { runs.compactMapValues(Self.median) }

  static func median(_ values: some Collection<Double>) -> Double? {
    let sorted = values.sorted()
    guard let middle = sorted.dropFirst(sorted.count / 2).first else { return nil }
    return sorted.count.isMultiple(of: 2) ? (sorted[sorted.count / 2 - 1] + middle) / 2 : middle
  }

  /// Takes in one more run.
  ///
  /// - Parameter onlyTests: The labels of all tests that were built, if that is known; others of their modules are forgotten.
  mutating func add(_ seconds: [String: Double], onlyTests: Set<String>? = nil) {
    for (label, seconds) in seconds {
      let rounded = (seconds * 1000).rounded() / 1000
      runs[label] = (runs[label, default: []] + [rounded]).suffix(Self.runsKept)
    }
    guard let onlyTests else { return }
    func module(_ label: String) -> Substring { label.prefix { $0 != "." } }
    let modules = Set(onlyTests.map(module))
    runs = runs.filter { onlyTests.contains($0.key) || !modules.contains(module($0.key)) }
  }
}

extension TimingFile {
  private struct Contents: Decodable {
    let tests: [String: [Double]]
  }
  private struct Head: Decodable { let version: Int }

  /// Reads the file; nil if there is none.
  static func read(_ path: String) throws -> TimingFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw useless(path, "cannot be read: \(error.localizedDescription)")
    }
    let text = String(decoding: data, as: UTF8.self)
    guard text.hasSuffix("}\n") else {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      throw useless(path, "is cut off in line \(lines), after \(data.count) bytes")
    }
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard head.version == version else {
        throw useless(path, "is of version \(head.version); this cleanslate reads version \(version)")
      }
      let tests = try JSONDecoder().decode(Contents.self, from: data).tests
      if let (label, _) = tests.first(where: { $1.contains { $0 < 0 || !$0.isFinite } }) {
        throw useless(path, "has a time below zero, of \(label)")
      }
      return TimingFile(tests)
    } catch let error as DecodingError {
      throw useless(path, "is no timing file: \(error.place)")
    }
  }

  private static func useless(_ path: String, _ problem: String) -> ToolFailure {
    .badInput(
      "The timing file '\(path)' \(problem). Take an earlier one, or remove it; "
        + "'cleanslate merge … --timings \(path)' writes it.")
  }

  /// Writes a line for each test, so that version control shows what has changed. What was there stays whole until all of
  /// this is on disk.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let lines = try runs.sorted { $0.key < $1.key }.map { label, seconds in
      let name = String(decoding: try encoder.encode(label), as: UTF8.self)
      return "    \(name): [\(seconds.map { "\($0)" }.joined(separator: ", "))]"
    }
    let text = """
      {
        "version": \(Self.version),
        "tests": {
      \(lines.joined(separator: ",\n"))
        }
      }

      """
    do {
      try WholeFile.write(text.utf8, to: path, followsLink: true)
    } catch {
      throw ToolFailure("\(error)")
    }
  }
}
