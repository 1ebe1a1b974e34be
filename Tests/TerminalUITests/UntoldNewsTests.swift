import OperatingSystem
import Testing

@testable import TerminalUI

@Suite("News that are told to whoever reads the events")
struct UntoldNewsTests {
  @Test("are told once until they are heard, however often they happen, and then again")
  func once() {
    let untold = PendingEvents()
    #expect((1...3).map { _ in untold.begin(.resized) } == [true, false, false])
    untold.end(.resized)
    #expect((1...3).map { _ in untold.begin(.resized) } == [true, false, false])
  }

  @Test("do not keep back news of another kind, and are not heard with them")
  func kinds() {
    let untold = PendingEvents()
    #expect(untold.begin(.resized))
    #expect(untold.begin(.resumed))
    untold.end(.resumed)
    #expect(!untold.begin(.resized))
    #expect(untold.begin(.resumed))
  }

  @Test("reach the reader of the events once where nobody hears them, and again when they were heard")
  func events() async throws {
    let (input, source) = try Descriptor.pipe()
    let reader = try InputReader(input: input)
    for _ in 0..<100 { try reader.wake.writeAll([TerminalWakeByte.resized]) }
    var events = reader.events.makeAsyncIterator()
    #expect(await events.next() == .resized)
    // The reader obeys its commands in turn: bytes that it was asked for later are told later.
    try source.writeAll(Array("a".utf8))
    reader.readMore()
    #expect(await events.next() == .bytes([UInt8(ascii: "a")]))
    reader.hears(.resized)
    try reader.wake.writeAll([TerminalWakeByte.resized])
    #expect(await events.next() == .resized)
    reader.stop()
  }
}
