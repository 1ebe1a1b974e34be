import Foundation
import OperatingSystem
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("The reader of logs of XCUITest")
struct LaunchLogTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func file(_ bytes: some Collection<UInt8>) throws -> String {
    let path = home.path(.home) + "/ui.log"
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  private func lines(_ bytes: [UInt8], inPiecesOf size: Int, longest: Int = 100) throws -> [String] {
    var lines: [String] = []
    let file = try Descriptor.open(file(bytes), .reading)
    try LaunchLog.read(file, inPiecesOf: size, longest: longest) { lines.append($0) }
    return lines
  }

  @Test("finds every line in whatever pieces it reads", arguments: [1, 4, 5, 7, 64])
  func pieces(size: Int) throws {
    #expect(
      try lines(Array("ab\ncd\r\n\nefg\n\r\nh".utf8), inPiecesOf: size) == ["ab", "cd", "", "efg", "", "h"])
    #expect(try lines(Array("a".utf8) + [0xFF, 0xE2, 10] + Array("b".utf8), inPiecesOf: size).last == "b")
  }

  @Test("reads a pipe as it does a file")
  func pipe() throws {
    let (reading, writing) = try Descriptor.pipe()
    try writing.writeAll(Array("ab\ncd".utf8))
    writing.close()
    var lines: [String] = []
    try LaunchLog.read(reading, inPiecesOf: 4) { lines.append($0) }
    #expect(lines == ["ab", "cd"])
  }

  @Test("hands out the beginning of a line that is too long, and goes on behind it", arguments: [3, 100])
  func longLine(size: Int) throws {
    #expect(
      try lines(Array("ab\n0123456789\ncd\n".utf8), inPiecesOf: size, longest: 4) == ["ab", "0123", "cd"])
    #expect(try lines(Array("0123456789".utf8), inPiecesOf: size, longest: 4) == ["0123"])
    #expect(try lines([], inPiecesOf: size) == [])
  }

  @Test("gives one report for all line ends, at every place where the file may be cut")
  func lineEnds() throws {
    let plain = try LaunchLog(path: file(Log.onePassed.utf8)).report()
    #expect(plain.launches == 1)
    let windows = Log.onePassed.replacing("\n", with: "\r\n")
    #expect(try LaunchLog(path: file(windows.utf8)).report() == plain)
    for length in 0...Log.onePassed.utf8.count {
      let report = try LaunchLog(path: file(Log.onePassed.utf8.prefix(length))).report()
      #expect(report.launching <= plain.launching && report.tests.count <= 1)
    }
  }

  @Test("survives any bytes", arguments: 1...20)
  func fuzz(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = Array((Log.onePassed + Log.onePassed).utf8)
    for _ in 0..<40 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes[place...].prefix(50), at: place)
      }
    }
    let report = try LaunchLog(path: file(bytes)).report()
    for test in report.tests {
      #expect(test.runs > 0 && test.unfinishedRuns <= test.runs && test.launchesCutShort <= test.launches)
      #expect(test.launching >= 0 && test.launching <= test.seconds + 1e-9)
    }
    #expect(report.apps.reduce(0) { $0 + $1.launches } == report.launches)
  }

  @Test("says what is wrong with a log that is none")
  func unreadable() throws {
    let folder = home.path(.home)
    let none = try #require(throws: ToolFailure.self) { try LaunchLog(path: folder).report() }
    #expect("\(none)".hasPrefix("'\(folder)' is a folder: "))
    let missing = folder + "/none.log"
    let error = try #require(throws: ToolFailure.self) { try LaunchLog(path: missing).report() }
    #expect(
      "\(error)" == "There is no log '\(missing)': expected a file with the raw output of a UI-test run.")
    #expect(
      LaunchLog(path: "/a").reason(of: SystemError(call: "open", code: EACCES))
        == "The log '/a' cannot be read: Permission denied.")
  }
}
