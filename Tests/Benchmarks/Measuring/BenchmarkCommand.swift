import Foundation
import ToolOptions

/// The figures of one run.
package protocol BenchmarkFigures: Encodable {
  /// As people read them.
  var table: String { get }
  /// Those that say something on any machine.
  var ratios: [(name: String, value: Double)] { get }
}

extension BenchmarkFigures {
  package var ratios: [(name: String, value: Double)] { [] }
}

/// What the benchmarks have in common as commands: their options, how they complain, their exit statuses.
package struct BenchmarkCommand {
  package let name: String
  /// What `--quick` does.
  package let quick: String
  /// What is measured, and how.
  package let about: String
  /// The file of limits with which `--check` compares.
  package let limits: String?

  package init(_ name: String, quick: String, about: String, limits: String? = nil) {
    (self.name, self.quick, self.about, self.limits) = (name, quick, about, limits)
  }

  private var usage: ToolUsage {
    let check = limits.map {
      ToolOption("--check", help: "Measures as much, and fails if a ratio is beyond its limit in \($0).")
    }
    return ToolUsage(
      "swift run \(name) [options]",
      options: [ToolOption("--quick", help: quick)] + [check].compactMap(\.self) + [
        ToolOption(
          "--json", "FILE",
          help: "Writes the figures for machines as well; '-' writes them alone to standard output.")
      ],
      notes: [about])
  }

  /// Does what the words of the command line say, and ends the process if that fails.
  package func run(_ measure: (_ isQuick: Bool) throws -> some BenchmarkFigures) {
    do {
      let words = Array(CommandLine.arguments.dropFirst())
      if words.contains("--help") || words.contains("-h") { return print(usage.text) }
      let options = try GivenWords(words, for: usage)
      let (checks, json) = (options.has("--check"), options.value(of: "--json"))
      let limits = try checks ? limits.map { try Limits(file: $0) } : nil
      let figures = try measure(checks || options.has("--quick"))
      if let file = json { try figures.writeJSON(to: file) }
      if json != "-" { print(figures.table) }
      guard let verdict = try limits?.verdict(on: figures.ratios) else { return }
      print("\n" + verdict.table)
      if !verdict.isGood { exit(1) }
    } catch let error as UsageError {
      Self.note("\(error) See 'swift run \(name) --help'.")
      exit(64)
    } catch {
      Self.note("\(error)")
      exit(1)
    }
  }

  /// For a release build, which has nothing of the scaffolding.
  package static func needsDebugBuild(_ name: String) -> Never {
    note("\(name) needs a debug build: swift run \(name)")
    exit(69)
  }

  /// Writes a line to standard error.
  package static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

extension Encodable {
  /// Writes the figures for machines, to standard output for `-`.
  fileprivate func writeJSON(to file: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let data = try encoder.encode(self) + Data("\n".utf8)
    if file == "-" {
      FileHandle.standardOutput.write(data)
    } else {
      try data.write(to: URL(filePath: file))
    }
  }
}
