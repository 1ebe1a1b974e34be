import ControlProtocol
import ElementTree
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The history of an app's screens")
struct ScreenHistoryTests {
  @Test("has the first and the last of many screens")
  func many() {
    var history = ScreenHistory()
    for number in 1...10_000 {
      history.add(Text("\(number)", id: "text").element, generation: 1, uptime: Double(number))
    }
    #expect(history.handOver().map(\.uptime) == (Array(1...20) + Array(9_901...10_000)).map(Double.init))
    let last = history.handOver(after: 9_998)
    #expect(last.map(\.uptime) == [9_999, 10_000] && last.map(\.drawing) == [9_999, 10_000])
  }

  @Test("lets go of what is older than the generation before the last")
  func generations() {
    var history = ScreenHistory()
    for number in 1...4 {
      history.add(Element(.window), generation: number, uptime: Double(number))
      history.add(Element(.window), generation: number, uptime: Double(number) + 0.5)
    }
    #expect(history.handOver().map(\.uptime) == [3, 3.5, 4, 4.5])
  }

  @Test("hands a screen over once, as long as it is one of the latest that the client knows")
  func known() {
    func screen(_ name: String) -> Element { Text(name, id: "text").element }
    var history = ScreenHistory()
    for (uptime, name) in ["a", "b", "a"].enumerated() {
      history.add(screen(name), generation: 1, uptime: Double(uptime) + 1)
    }
    #expect(history.handOver().map(\.number) == [1, 2, 1])
    let again = history.handOver(knownUpTo: 1)
    #expect(again.map(\.number) == [1, 2, 1] && again.map { $0.tree == nil } == [true, false, true])
    var last: [TraceReply.Screen] = []
    for number in 1...TraceReply.latest {
      history.add(screen("\(number)"), generation: 1, uptime: Double(number) + 10)
      last += history.handOver(after: Double(number) + 9.5, knownUpTo: 2)
    }
    #expect(last.map(\.number) == Array(3...TraceReply.latest + 2) && !last.contains { $0.tree == nil })
    history.add(screen("b"), generation: 1, uptime: 1000)
    let forgotten = history.handOver(after: 999, knownUpTo: 2)
    #expect(forgotten.map(\.number) == [TraceReply.latest + 3] && forgotten.first?.tree != nil)
  }

  @Test("has dots for what a secure field holds")
  func secrets() {
    var history = ScreenHistory()
    history.add(
      Element(.window, children: [SecureField("Code", id: ID("code"), text: "hunter2").element]),
      generation: 1,
      uptime: 1)
    #expect(history.handOver().first?.tree?.children?.first?.value == "•••••••")
  }
}
