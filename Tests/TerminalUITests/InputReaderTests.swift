import Glibc
import Testing

@testable import TerminalUI

@Suite("Reading input")
struct InputReaderTests {
  /// A reader of a pipe, and what was told before it was stopped.
  private final class Fixture {
    let reader: InputReader
    let source: Int32
    private let input: Int32
    private var events: AsyncStream<InputReader.Event>.AsyncIterator

    init(holding text: String = "") throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (input, source) = (ends[0], ends[1])
      #expect(Descriptor.write(Array(text.utf8), to: source))
      reader = try #require(InputReader(input: input))
      events = reader.events.makeAsyncIterator()
    }

    func next() async -> InputReader.Event? { await events.next() }

    func resize() { #expect(Descriptor.write([InputReader.Wake.resized], to: reader.wakeDescriptor)) }

    /// What is told that was not asked for yet.
    func rest() async -> [InputReader.Event] {
      reader.stop()
      var rest: [InputReader.Event] = []
      while let event = await events.next() { rest.append(event) }
      close(input)
      return rest
    }
  }

  @Test("Input that nobody asked for stays where it is")
  func unasked() async throws {
    let fixture = try Fixture(holding: "a")
    fixture.resize()
    #expect(await fixture.next() == .resized)
    #expect(await fixture.rest() == [])
    close(fixture.source)
  }

  @Test("Each demand takes one piece, and a pause is told once")
  func demands() async throws {
    let fixture = try Fixture(holding: "a")
    fixture.reader.readMore()
    #expect(await fixture.next() == .bytes([UInt8(ascii: "a")]))
    #expect(Descriptor.write([UInt8(ascii: "b")], to: fixture.source))
    fixture.resize()
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
    close(fixture.source)
    close(clock.source)
  }

  @Test("The end of input is told once")
  func end() async throws {
    let fixture = try Fixture()
    close(fixture.source)
    fixture.reader.readMore()
    #expect(await fixture.next() == .ended)
    fixture.resize()
    #expect(await fixture.next() == .resized)
    #expect(await fixture.rest() == [])
  }
}
