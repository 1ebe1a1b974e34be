import Foundation
import OperatingSystem
import TestSupport
import Testing

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

  private func lines(_ bytes: [UInt8], capacity: Int) throws -> [String] {
    let handle = try #require(FileHandle(forReadingAtPath: file(bytes)))
    var lines: [String] = []
    try LineReader(Descriptor(borrowing: handle.fileDescriptor), capacity: capacity).forEachLine {
      lines.append(String(decoding: $0, as: UTF8.self))
    }
    return lines
  }

  @Test("finds every line whatever the room it has", arguments: [4, 5, 7, 64])
  func chunks(capacity: Int) throws {
    #expect(
      try lines(Array("ab\ncd\r\n\nefg\n\r\nh".utf8), capacity: capacity) == ["ab", "cd", "", "efg", "", "h"])
  }

  @Test("hands out the beginning of a line that is too long, and goes on behind it")
  func longLine() throws {
    #expect(try lines(Array("ab\n0123456789\ncd\n".utf8), capacity: 4) == ["ab", "0123", "cd"])
    #expect(try lines(Array("0123456789".utf8), capacity: 4) == ["0123"])
    #expect(try lines([], capacity: 4) == [])
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
    #expect(throws: LaunchLogError(path: folder, SystemError(call: "read", code: EISDIR))) {
      try LaunchLog(path: folder).report()
    }
    let missing = folder + "/none.log"
    let error = try #require(throws: LaunchLogError.self) { try LaunchLog(path: missing).report() }
    #expect(
      "\(error)" == "There is no log '\(missing)': expected a file with the raw output of a UI-test run.")
    #expect(
      "\(LaunchLogError(path: "/a", SystemError(call: "open", code: EACCES)))"
        == "The log '/a' may not be read: Permission denied.")
  }
}
