import Foundation
import Glibc
import Records
import TestSupport
import Testing

@Suite(
  "cleanslate accept, killed between two of its system calls,",
  .enabled(if: Surroundings.canTrace, "Needs 'strace', and to be allowed to trace."))
struct AcceptKillTests {
  private static let calls =
    "openat,read,write,fstat,statx,newfstatat,flock,fchmod,rename,renameat,renameat2,unlink,unlinkat,close"
  private static let old =
    String(repeating: "app.assertTree(\"\")\n", count: 3) + String(repeating: "// filling\n", count: 10_000)

  private let home: TemporaryHome
  private let executable: String
  private var folder: String { home.path(.home) + "/shop" }
  private var source: String { "\(folder)/Tests/BasketTests.swift" }

  init() throws {
    home = try TemporaryHome()
    executable = try BuiltProduct.path("cleanslate")
    try FileManager.default.createDirectory(atPath: "\(folder)/Tests", withIntermediateDirectories: true)
    try Data("// swift-tools-version: 6.3\n".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
  }

  /// Puts everything as it was before.
  private func begin() throws {
    try? FileManager.default.removeItem(atPath: "\(folder)/TestResults")
    try Data(Self.old.utf8).write(to: URL(filePath: source))
    let run = RunFolder(path: "\(folder)/TestResults/runs/one")
    for line in 1...3 {
      try run.add(Suggestion(file: source, line: line, call: "assertTree", old: "", new: "text \"\(line)\""))
    }
  }

  private func accept(_ words: [String]) async throws -> String {
    let script = "cd \"$0\" && exec \"$@\""
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", script, folder] + words + [executable, "accept"], environment: home.environment)
    return "\(outcome.status) \(outcome.standardError.text)"
  }

  private func strace(_ words: String...) -> [String] {
    ["strace", "-f", "-qq", "-e", "trace=\(Self.calls)"] + words
  }

  @Test("leaves a source that is the old one or the new one, whole, and finishes at the next call")
  func sweep() async throws {
    try begin()
    let log = "\(home.root)/calls"
    #expect(try await accept(strace("-o", log)).hasSuffix(" "))
    let new = try String(contentsOfFile: source, encoding: .utf8)
    #expect(new != Self.old && new.contains("text \"3\""))
    // The calls from the first look at the run on.
    let names = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: " ").dropFirst().first?.prefix { $0 != "(" } }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let instants = counts.sorted { $0.key < $1.key }.flatMap { call, count in
      (max(1, count - 25)...count).map { (call: call, number: $0) }
    }
    let effort = try Effort()
    let rounds = min(effort.rounds(30), instants.count)
    var outcomes = (old: 0, new: 0)
    for round in 0..<rounds {
      let instant = instants[round * instants.count / rounds]
      try begin()
      _ = try await accept(
        strace("-o", "/dev/null", "-e", "inject=\(instant.call):signal=KILL:when=\(instant.number)"))
      let text = try String(contentsOfFile: source, encoding: .utf8)
      #expect(text == Self.old || text == new, "killed before \(instant): \(text.prefix(200))")
      if text == new { outcomes.new += 1 } else { outcomes.old += 1 }
      // What is in the source already is taken for accepted, unless its lines have moved: then the test has to run again.
      if text == Self.old {
        _ = try await accept([])
        #expect(try String(contentsOfFile: source, encoding: .utf8) == new, "after a kill before \(instant)")
      }
    }
    #expect(outcomes.old > 0 && outcomes.new > 0, "some kills come before, and some after")
    effort.report(
      "kills before \(rounds) of \(instants.count) calls: \(outcomes.old) old sources, \(outcomes.new) new ones, 0 torn"
    )
  }
}
