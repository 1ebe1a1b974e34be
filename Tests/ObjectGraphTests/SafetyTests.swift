import Dispatch
import Foundation
import ObjectGraph
import Synchronization
import Testing

@Suite("Types that say little of themselves do no harm")
struct SafetyTests {
  private final class Odd {
    var statistics = stat()
    var pointer: UnsafeMutablePointer<Int>? = UnsafeMutablePointer(bitPattern: 16)
    var buffer = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: 8), count: 1_000)
    var opaque = OpaquePointer(bitPattern: 24)
    var function: @convention(c) (Int32) -> Int32 = { $0 }
    var type: Any.Type = Odd.self
    var unmanaged: Unmanaged<Item>?
    var range = 0..<5
    var text = "a text that is kept on the heap, as it is long"
    var part = "a text that is kept on the heap".dropFirst(3)
    var path: AnyKeyPath = \Session.items
    var item = Item()
  }
  private final class Locked { let state = Mutex<Item>(Item()) }

  @Test("Imported structs, pointers, functions and metatypes are not followed")
  func odd() {
    let graph = ObjectGraph()
    for _ in 0..<100 {
      let odd = Odd()
      odd.unmanaged = .passUnretained(Item())
      let memory = graph.remember([GraphRoot(odd)])
      #expect(memory.survivors().map(\.type).filter { $0 == "Item" } == ["Item"])
    }
  }

  @Test("Values of Foundation and Dispatch are walked without harm")
  func foundation() {
    let values: [Any] = [
      URL(filePath: "/a/b"), Data(repeating: 1, count: 5_000), Date(), UUID(), Locale.current,
      JSONDecoder(), Calendar.current, NSMutableDictionary(), NSMutableArray(array: [1, "a"]),
      DateFormatter(), FileManager.default, ProcessInfo.processInfo, Bundle.main, NSLock(),
      DispatchQueue(label: "quiet"), Thread(), NotificationCenter(), IndexSet(0..<4),
      NSError(domain: "a", code: 1), AttributedString("a"),
    ]
    let graph = ObjectGraph()
    for value in values { #expect(graph.remember([GraphRoot(value)]).count >= 0) }
    let all = graph.remember([GraphRoot(values)])
    #expect(all.survivors().map(\.type) == [], "instances of the system's classes are not remembered")
    #expect(all.notLookedInto == ["the blocks of a DispatchQueue (Array<Any>[14] -> DispatchQueue)"])
  }

  @Test("What a mutex guards is looked into, but not while another thread has the lock")
  func mutex() {
    let locked = Locked()
    let memory = ObjectGraph().remember([GraphRoot(locked)])
    #expect(memory.survivors().map(\.plainPath) == ["Locked", "Locked.state -> Item"])
    #expect(memory.notLookedInto == [])
    let refused: (paths: [String], notes: [String]) = locked.state.withLock { _ in
      let memory = ObjectGraph().remember([GraphRoot(locked)])
      return (memory.survivors().map(\.plainPath), memory.notLookedInto)
    }
    #expect(refused.paths == ["Locked"])
    #expect(refused.notes.map(\.plain) == ["what a lock guards that another thread has (Locked.state)"])
  }

  /// Objects of as many classes: a box, a box for boxes, and so on.
  private func boxes<Content>(_ count: Int, of content: Content) -> [AnyObject] {
    let box = Box(content)
    return count == 1 ? [box] : [box] + boxes(count - 1, of: box)
  }

  @Test("A dictionary with objects of many classes is walked while their layouts are learnt")
  func manyClasses() {
    let objects = boxes(150, of: 1)
    let byNumber = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($0, $1) })
    #expect(ObjectGraph().remember([GraphRoot(byNumber)]).count == 150)
    #expect(ObjectGraph().count(from: [GraphRoot([byNumber])]).values.reduce(0, +) == 150)
  }
}
