import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("Tests that wait before a terminal")
struct PauseDeskTests {
  private let home: TemporaryHome
  private let terminal: PseudoTerminalDevice
  private let desk: PauseDesk

  init() throws {
    home = try TemporaryHome()
    terminal = try PseudoTerminalDevice(columns: 80, rows: 24)
    desk = try PauseDesk(in: home.path(.home), keys: terminal.slave)
  }

  /// A test that has failed, as the driver tells of it.
  private func fail(
    _ name: String, message: String = "no soup", place: String? = nil, at desk: PauseDesk? = nil
  ) throws -> Descriptor {
    let desk = desk ?? self.desk
    let connection = try Descriptor.connection(to: .unixSocket(desk.path), until: Deadline(in: .seconds(10)))
    let test = PausedTest(
      test: name, message: message, place: place, workbench: "http://127.0.0.1:9/#token=a", socket: "/s")
    try connection.writeAll(Array(try JSONEncoder().encode(test)) + [UInt8(ascii: "\n")])
    return connection
  }

  private func isOver(_ connection: Descriptor) throws -> Bool {
    try !Descriptor.poll([(connection, .reading)], until: Deadline(in: .zero))[0].isEmpty
  }

  private func press() throws {
    try terminal.master.writeAll([UInt8(ascii: "\n")])
    let ready = try Descriptor.poll([(terminal.slave, .reading)], until: Deadline(in: .seconds(10)))
    #expect(!ready[0].isEmpty)
  }

  /// What the desk says in some turns.
  private func turn(_ desk: PauseDesk? = nil) throws -> String {
    let desk = desk ?? self.desk
    var told = ""
    for _ in 0..<3 { try desk.turn { told += $0 + "\n" } }
    return told
  }

  @Test("are told of one at a time, with what went wrong and where to look, and each goes on with a key")
  func oneAtATime() throws {
    #expect(try turn() == "" && !desk.holds)
    try press()
    let (first, second) = (try fail("M.S/first", place: "Red.swift:7"), try fail("M.S/second"))
    #expect(
      try turn() == """
        Paused: M.S/first has failed at Red.swift:7.
          no soup
          Workbench: http://127.0.0.1:9/#token=a
          Socket: /s
          'cleanslate attach' in another shell drives the app.
          Enter here, or 'Let the tests go on' in the workbench, goes on with the run.

        """)
    #expect(desk.holds, "a key that was pressed before is not meant")
    #expect(try !isOver(first) && !isOver(second))
    try press()
    try desk.turn { #expect($0 == "The run goes on.\n") }
    #expect(try isOver(first) && !isOver(second))
    #expect(try turn().hasPrefix("Paused: M.S/second has failed.\n"))
    try press()
    #expect(try turn() == "The run goes on.\n\n" && isOver(second) && !desk.holds)
  }

  @Test("go on by themselves when the workbench says so, or they have ended")
  func byThemselves() throws {
    let first = try fail("M.S/first", message: (1...100).map { "line \($0)" }.joined(separator: "\n"))
    let told = try turn()
    #expect(told.contains("  line 30\n") && !told.contains("line 31"))
    // To close it would not do: a child that another thread starts just now may have it open, too.
    first.endConnection()
    #expect(try turn() == "The run goes on.\n\n" && !desk.holds)
    let stranger = try Descriptor.connection(to: .unixSocket(desk.path), until: Deadline(in: .seconds(10)))
    try stranger.writeAll(Array("hello\n".utf8))
    #expect(try turn() == "" && isOver(stranger))
    let silent = try Descriptor.connection(to: .unixSocket(desk.path), until: Deadline(in: .seconds(10)))
    silent.close()
    #expect(try turn() == "")
  }

  @Test("go on, all of them, when the terminal cannot be read")
  func lostTerminal() throws {
    let progress = TestProgress(
      log: try Descriptor.open("/dev/null", .appending), showsOutput: false,
      live: LiveLine(columns: { nil }, write: { _ in }))
    let desk = try PauseDesk(
      in: home.path(.cache), keys: Descriptor.folder(atPath: home.path(.home)))
    progress.pauses = desk
    let (first, second) = (try fail("M.S/first", at: desk), try fail("M.S/second", at: desk))
    for _ in 0..<2 { progress.show() }
    #expect(progress.complaints == ["'--pause-on-failure' ended: read failed: Is a directory"])
    #expect(try isOver(first) && isOver(second))
    #expect(throws: SystemError.self) { try fail("M.S/third", at: desk) }
  }

  @Test("need no terminal: they say how to go on there, and do so by themselves after a time")
  func noTerminal() throws {
    let desk = try PauseDesk(in: home.path(.cache), keys: nil)
    let first = try fail("M.S/first", at: desk)
    #expect(
      try turn(desk) == """
        Paused: M.S/first has failed.
          no soup
          Workbench: http://127.0.0.1:9/#token=a
          Socket: /s
          'cleanslate attach' in another shell drives the app.
          'cleanslate attach --go-on', or 'Let the tests go on' in the workbench, goes on with the run.
          Without that it goes on by itself after 30 minutes.

        """)
    #expect(try desk.holds && !isOver(first))
    first.endConnection()
    #expect(try turn(desk) == "The run goes on.\n\n" && !desk.holds)

    let hasty = try PauseDesk(in: home.path(.config), keys: nil, patience: .zero)
    let second = try fail("M.S/second", at: hasty)
    #expect(try turn(hasty).hasSuffix("after 0 minutes.\nThe run goes on.\n\n"))
    #expect(try isOver(second) && !hasty.holds)
  }
}

extension TestRunTests {
  @Test("with --pause-on-failure stops at a test that waits, and goes on when Enter is pressed")
  func pause() async throws {
    let sample = try Self.sample.get()
    let terminal = try PseudoTerminalDevice(columns: 80, rows: 24)
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--pause-on-failure", "--filter", "OldTests/testBegins"], ["SAMPLE_WAITS": "1"],
        interrupting: nil, keys: terminal.slave
      ) { text in
        if text.contains("Paused: Old/begins") { try? terminal.master.writeAll([UInt8(ascii: "\n")]) }
      }
    }
    #expect(outcome.status == 0, "\(outcome)")
    let told = try #require(outcome.output.range(of: "Paused: Old/begins has failed.\n  no soup\n"))
    let goesOn = try #require(outcome.output.range(of: "The run goes on.\n"))
    #expect(told.upperBound < goesOn.lowerBound)
    let page = try sample.read("TestResults/report.html")
    #expect(page.contains(#""verdict":"passed""#), "tests that had no app are in the report, too")
  }

  @Test("with --pause-on-failure stops there without a terminal, too")
  func pauseWithoutTerminal() async throws {
    let sample = try Self.sample.get()
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--pause-on-failure", "--filter", "OldTests/testBegins"], ["SAMPLE_WAITS": "1"],
        interrupting: "Paused: Old/begins")
    }
    #expect(outcome.status == Status.interrupted, "\(outcome)")
    #expect(outcome.output.contains("'cleanslate attach --go-on', or "), "\(outcome)")
    let onCI = await SystemThread.run {
      sample.run(["test", "--pause-on-failure"], ["CI": "1"], interrupting: nil)
    }
    #expect(onCI.status == Status.usage && onCI.complaints.contains("is not for CI"), "\(onCI)")
  }
}
