import Glibc
import OperatingSystem
import Testing

@testable import TerminalUI

@Suite("Reading input")
struct InputReaderTests {
  /// A reader of a pipe, and what was told before it was stopped.
  private final class Fixture {
    let reader: InputReader
    let source: Descriptor
    private let input: Descriptor
    private var events: AsyncStream<InputReader.Event>.AsyncIterator

    init(holding text: String = "") throws {
      (input, source) = try Descriptor.pipe()
      try source.writeAll(Array(text.utf8))
      reader = try InputReader(input: input)
      events = reader.events.makeAsyncIterator()
    }

    func next() async -> InputReader.Event? { await events.next() }

    func resize() throws { try reader.wake.writeAll([TerminalWakeByte.resized]) }

    /// What is told that was not asked for yet.
    func rest() async -> [InputReader.Event] {
      reader.stop()
      var rest: [InputReader.Event] = []
      while let event = await events.next() { rest.append(event) }
      return rest
    }
  }

  @Test("Input that nobody asked for stays where it is")
  func unasked() async throws {
    let fixture = try Fixture(holding: "a")
    try fixture.resize()
    #expect(await fixture.next() == .resized)
    #expect(await fixture.rest() == [])
  }

  @Test("Each demand takes one piece, and a pause is told once")
  func demands() async throws {
    let fixture = try Fixture(holding: "a")
    fixture.reader.readMore()
    #expect(await fixture.next() == .bytes([UInt8(ascii: "a")]))
    try fixture.source.writeAll([UInt8(ascii: "b")])
    try fixture.resize()
    #expect(await fixture.next() == .resized)
    fixture.reader.readMore()
    #expect(await fixture.next() == .bytes([UInt8(ascii: "b")]))
    fixture.reader.readMore()
    #expect(await fixture.next() == .pause)
    // Another reader's pauses tell the time.
    let clock = try Fixture(holding: "c")
    clock.reader.readMore()
    #expect(await clock.next() == .bytes([UInt8(ascii: "c")]))
    clock.reader.readMore()
    #expect(await clock.next() == .pause)
    _ = await clock.rest()
    #expect(await fixture.rest() == [])
  }

  @Test("A beat that was asked for comes once")
  func beat() async throws {
    let fixture = try Fixture()
    fixture.reader.askForBeat()
    #expect(await fixture.next() == .beat)
    fixture.reader.askForBeat()
    #expect(await fixture.next() == .beat)
    try fixture.resize()
    #expect(await fixture.next() == .resized)
    #expect(await fixture.rest() == [])
  }

  @Test("The end of input is told once")
  func end() async throws {
    let fixture = try Fixture()
    fixture.source.close()
    fixture.reader.readMore()
    #expect(await fixture.next() == .ended(nil))
    try fixture.resize()
    #expect(await fixture.next() == .resized)
    #expect(await fixture.rest() == [])
  }

  @Test("Input that cannot be read is told with the reason")
  func failure() async throws {
    let folder = open("/", O_RDONLY)
    let reader = try InputReader(input: Descriptor(borrowing: folder))
    var events = reader.events.makeAsyncIterator()
    reader.readMore()
    #expect(await events.next() == .ended(SystemError(call: "read", code: EISDIR)))
    reader.stop()
    close(folder)
  }
}
