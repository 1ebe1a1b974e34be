import Leaks
import Testing

@testable import ObjectGraph

@Suite("A task that has ended")
struct FinishedTaskTests {
  private final class Tray {}

  private enum Shelf {
    nonisolated(unsafe) static var trays: [Tray] = []
  }

  /// What the graph knows of the tray; who asks may hold it, too, and be guessed.
  private func certainHolders(of tray: Tray) -> [String] {
    let graph = ObjectGraph()
    return graph.explain(graph.remember([GraphRoot(tray)]).survivors()).leaks.flatMap(\.details).map(\.plain)
      .filter { $0.hasPrefix("held by") }
  }

  @Test("does not hold what was in the memory of its result before")
  func memoryOfResult() async throws {
    let tray = Tray()
    Shelf.trays = [tray]
    defer { Shelf.trays = [] }
    let lastByte = UInt8(HeapObject(tray).address & 0xFF)
    let task = Task { lastByte }
    #expect(await task.value == lastByte)
    let address = unsafeBitCast(task, to: UInt.self)
    let result = try #require(FinishedTask(at: address)?.result)
    // The result is one byte of this word.
    UnsafeMutablePointer<UInt>(bitPattern: result.address)?.pointee = HeapObject(tray).address
    #expect(await task.value == lastByte)
    #expect(certainHolders(of: tray) == ["held by static Shelf.trays[0] -> Tray"])
  }
}
