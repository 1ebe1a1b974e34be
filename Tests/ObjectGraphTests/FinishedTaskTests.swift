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

  /// A tray at an address with which a word ends that has a small number in place of its last byte.
  private func tray(endingIn byte: UInt) throws -> Tray {
    var others: [Tray] = []
    for _ in 0..<4096 {
      let tray = Tray()
      if HeapObject(tray).address & 0xFF == byte { return tray }
      others.append(tray)
    }
    throw Missing()
  }
  private struct Missing: Error {}

  @Test("does not hold what was in the memory of its result before")
  func memoryOfResult() async throws {
    let tray = try tray(endingIn: 0)
    Shelf.trays = [tray]
    defer { Shelf.trays = [] }
    let task = Task { false }
    #expect(await !task.value)
    let address = unsafeBitCast(task, to: UInt.self)
    let result = try #require(FinishedTask(at: address)?.result)
    // The result is one byte of this word.
    UnsafeMutablePointer<UInt>(bitPattern: result.address)?.pointee = HeapObject(tray).address
    #expect(await !task.value)
    #expect(certainHolders(of: tray) == ["held by static Shelf.trays[0] -> Tray"])
  }
}
