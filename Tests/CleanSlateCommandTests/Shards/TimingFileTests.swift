import Foundation
import Glibc
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("The times of earlier runs")
struct TimingFileTests {
  private let home: TemporaryHome
  private let path: String

  init() throws {
    home = try TemporaryHome()
    path = home.path(.home) + "/TestTimings.json"
  }

  private func problem(_ text: String) throws -> String? {
    try Data(text.utf8).write(to: URL(filePath: path))
    do {
      _ = try TimingFile.read(path)
      return nil
    } catch let error as ToolFailure {
      let parts = error.description.split(separator: ". Take an earlier one, or remove it; ")
      let head = "The timing file '\(path)' "
      #expect(error.status == 65 && parts.count == 2 && error.description.hasPrefix(head))
      return String(parts[0].dropFirst(head.count))
    }
  }

  @Test("are medians of the last five")
  func medians() {
    var file = TimingFile(["S.a": [1, 2, 3, 4, 5], "S.gone": [1], "Other.c": [1]])
    file.add(["S.a": 60, "S.b": 0.12345])
    #expect(file.runs == ["S.a": [2, 3, 4, 5, 60], "S.b": [0.123], "S.gone": [1], "Other.c": [1]])
    #expect(file.medians == ["S.a": 4, "S.b": 0.123, "S.gone": 1, "Other.c": 1])
    // Where a team builds its own modules alone, those of others are not gone.
    file.add(["S.b": 0.2], onlyTests: ["S.a", "S.b"])
    #expect(file.runs.keys.sorted() == ["Other.c", "S.a", "S.b"] && file.medians["S.b"] == 0.1615)
  }

  @Test("are kept in a file with a line for each test")
  func file() throws {
    let file = TimingFile(["Shop.\"Cart\"/b()": [0.5, 0.25], "Shop.Cart/a()": [1]])
    try file.write(to: path)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == """
        {
          "version": 1,
          "tests": {
            "Shop.\\"Cart\\"/b()": [0.5, 0.25],
            "Shop.Cart/a()": [1.0]
          }
        }

        """)
    #expect(try TimingFile.read(path) == file)
    #expect(try home.tree() == ["home/TestTimings.json"])
    try TimingFile().write(to: path)
    #expect(try TimingFile.read(path) == TimingFile())
    #expect(try TimingFile.read(path + ".none") == nil)
  }

  @Test("are written through a link, which stays one", arguments: [true, false])
  func link(_ isThere: Bool) throws {
    let file = home.path(.home) + "/kept.json"
    if isThere { try TimingFile(["a": [1]]).write(to: file) }
    let middle = home.path(.home) + "/middle"
    try FileManager.default.createSymbolicLink(atPath: middle, withDestinationPath: file)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "middle")
    try TimingFile(["b": [2]]).write(to: path)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "middle")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: middle) == file)
    #expect(try TimingFile.read(file) == TimingFile(["b": [2]]))
  }

  @Test("are not written in the place of what is no file, such as a device that a link leads to")
  func noFile() throws {
    let pipe = home.path(.home) + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "pipe")
    #expect(throws: ToolFailure("'\(path)' could not be written: it is no file.")) {
      try TimingFile(["b": [2]]).write(to: path)
    }
    #expect(try Descriptor.status(atPath: pipe)?.kind == .other)
  }

  @Test("are refused when the file is cut off, at any byte")
  func cutOff() throws {
    try TimingFile(["Shop.Cart/a()": [1, 2], "Shop.Cart/b()": [1]]).write(to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for length in 0..<text.count { #expect(try problem(String(text.prefix(length))) != nil) }
    #expect(try problem(String(text.prefix(40))) == "is cut off in line 4, after 40 bytes")
    #expect(try problem("") == "is cut off in line 1, after 0 bytes")
  }

  @Test("are refused when the file is of another version, or none")
  func others() throws {
    #expect(
      try problem("{\"version\": 2, \"tests\": 7}\n") == "is of version 2; this cleanslate reads version 1")
    #expect(try problem("{\"tests\": {}}\n") == "is no timing file: 'version' is missing")
    #expect(try problem("{\"version\": 1}\n") == "is no timing file: 'tests' is missing")
    #expect(
      try problem("{\"version\": 1, \"tests\": {\"a\": 1}}\n")
        == "is no timing file: 'tests.a' is not as expected")
    #expect(try problem("{\"version\": 1, \"tests\": {\"a\": [-1]}}\n") == "has a time below zero, of a")
    #expect(try problem("{\"version\" 1}\n")?.hasPrefix("is no timing file: ") == true)
  }

  @Test("say what is wrong before anything is built")
  func early() throws {
    _ = try problem("{\n")
    try Data("no manifest".utf8).write(to: URL(filePath: home.path(.home) + "/Package.swift"))
    var complaints = ""
    let surroundings = Surroundings(
      folder: home.path(.home), environment: [:], write: { complaints += $0 }, complain: { complaints += $0 })
    #expect(Command(in: surroundings).run(["test", "--shard", "1/5"]) == 65)
    #expect(
      complaints
        == "cleanslate test: The timing file '\(path)' is cut off in line 2, after 2 bytes. Take an earlier "
        + "one, or remove it; 'cleanslate merge … --timings \(path)' writes it.\n")
  }

  @Test(
    "stay as they were where the disk is full",
    .enabled("Needs 'unshare -rm' to mount a small disk.") { await canMount() })
  func fullDisk() async throws {
    let folder = home.path(.home)
    try FileManager.default.createDirectory(atPath: "\(folder)/disk", withIntermediateDirectories: true)
    try Data("no manifest".utf8).write(to: URL(filePath: "\(folder)/Package.swift"))
    let tests = (0..<500).map { TestIdentity(listed: "Shop.CartTests/testNumber\($0)") }.compactMap(\.self)
    try RunRecord(
      shard: Shard(number: 1, total: 1), filter: [], listed: tests.map(\.id),
      results: tests.map { TestResult(test: $0, state: .passed) },
      timings: Dictionary(uniqueKeysWithValues: tests.map { ($0.label, 1) }), complaints: [], seconds: 1
    ).write(in: folder)
    try TimingFile(["a": [1]]).write(to: path)
    let script = """
      mount -t tmpfs -o size=16k tmpfs disk
      cp TestTimings.json disk
      "$1" merge . --timings disk/TestTimings.json || echo "status $?"
      cmp TestTimings.json disk/TestTimings.json && ls -A disk
      """
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", script, "sh", BuiltProduct.path("cleanslate")],
      environment: home.environment, workingDirectory: folder)
    #expect(outcome.standardOutput.text.hasSuffix("\nstatus 1\nTestTimings.json\n"), "\(outcome)")
    #expect(
      outcome.standardError.text
        == "cleanslate merge: '\(folder)/disk/TestTimings.json' could not be written: No space left on device.\n"
    )
  }

  private static func canMount() async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", ["unshare", "-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"],
      environment: ProcessInfo.processInfo.environment)
    return outcome?.status == .exited(0)
  }
}
