import AppData
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct WriteGateTests {
  @Test("Through a closed gate nothing is written, and the error says what and why; reading goes on")
  func closed() throws {
    let sandbox = try Sandbox(groups: ["net.example.shared"])
    let container = try sandbox.open()
    let gate = WriteGate()
    let data = container.open(gate: gate)
    try data.files.documents.write(Data("x"), to: "a")
    #expect(gate.isOpen)
    gate.close("generation 1 ended")
    gate.close("again")
    #expect(!gate.isOpen)
    #expect(throws: StoreClosedError(write: "documents/b", reason: "generation 1 ended")) {
      try data.files.documents.write(Data("x"), to: "b")
    }
    #expect(throws: StoreClosedError.self) { try data.files.documents.remove("a") }
    #expect(throws: StoreClosedError.self) { try data.preferences.set(1, forKey: "k") }
    #expect(throws: StoreClosedError.self) { try data.preferences.remove("k") }
    #expect(throws: StoreClosedError.self) { try data.properties.setBadgeCount(1) }
    #expect(throws: StoreClosedError.self) { try data.properties.setShortcutItems([]) }
    let item = SecretItem(.key, service: "s", account: "a")
    #expect(throws: StoreClosedError.self) { try data.secrets.set(Secret("x"), for: item) }
    #expect(throws: StoreClosedError.self) { try data.secrets.remove(item) }
    let group = try data.group("net.example.shared")
    #expect(throws: StoreClosedError.self) { try group.files.write(Data(), to: "a") }
    #expect(throws: StoreClosedError.self) { try group.preferences.set(1, forKey: "k") }
    #expect(try data.files.documents.list() == ["a"])
    #expect(try data.files.documents.read("a") == Data("x"))
    let next = container.open(gate: WriteGate())
    try next.files.documents.write(Data("x"), to: "b")
    #expect(try next.files.documents.list() == ["a", "b"])
  }

  @Test("Closing waits for the write under way")
  func closingWaits() throws {
    let gate = WriteGate()
    let log = Mutex<[String]>([])
    let (inside, mayEnd, ended) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      #expect(throws: Never.self) {
        try gate.write("a write") {
          inside.signal()
          mayEnd.wait()
          log.withLock { $0.append("written") }
        }
      }
    }
    inside.wait()
    Thread.detachNewThread {
      mayEnd.signal()
      gate.close("end")
      log.withLock { $0.append("closed") }
      ended.signal()
    }
    ended.wait()
    #expect(log.withLock { $0 } == ["written", "closed"])
    #expect(throws: StoreClosedError(write: "late", reason: "end")) { try gate.write("late") {} }
  }
}
