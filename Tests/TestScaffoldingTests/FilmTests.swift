import ControlProtocol
import ElementTree
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The film of an app's screens")
struct FilmTests {
  @Test("has the first and the last of many screens")
  func many() {
    var film = Film()
    for number in 1...10_000 {
      film.add(Text("\(number)", id: "text").element, generation: 1, uptime: Double(number))
    }
    #expect(film.handOver().map(\.uptime) == (Array(1...20) + Array(9_901...10_000)).map(Double.init))
    #expect(film.handOver(after: 9_998).map(\.uptime) == [9_999, 10_000])
  }

  @Test("lets go of what is older than the generation before the last")
  func generations() {
    var film = Film()
    for number in 1...4 {
      film.add(Element(.window), generation: number, uptime: Double(number))
      film.add(Element(.window), generation: number, uptime: Double(number) + 0.5)
    }
    #expect(film.handOver().map(\.uptime) == [3, 3.5, 4, 4.5])
  }

  @Test("hands a screen over once, as long as it is one of the latest that the client knows")
  func known() {
    func screen(_ name: String) -> Element { Text(name, id: "text").element }
    var film = Film()
    for (uptime, name) in ["a", "b", "a"].enumerated() {
      film.add(screen(name), generation: 1, uptime: Double(uptime) + 1)
    }
    #expect(film.handOver().map(\.number) == [1, 2, 1])
    let again = film.handOver(knownUpTo: 1)
    #expect(again.map(\.number) == [1, 2, 1] && again.map { $0.tree == nil } == [true, false, true])
    for number in 1...TraceReply.latest {
      film.add(screen("\(number)"), generation: 1, uptime: Double(number) + 10)
    }
    let last = film.handOver(after: 10, knownUpTo: 2)
    #expect(last.map(\.number) == Array(3...TraceReply.latest + 2) && !last.contains { $0.tree == nil })
    film.add(screen("b"), generation: 1, uptime: 100)
    let forgotten = film.handOver(after: 99, knownUpTo: 2)
    #expect(forgotten.map(\.number) == [TraceReply.latest + 3] && forgotten.first?.tree != nil)
  }

  @Test("has dots for what a secure field holds")
  func secrets() {
    var film = Film()
    film.add(
      Element(.window, children: [SecureField("Code", id: ID("code"), text: "hunter2").element]),
      generation: 1,
      uptime: 1)
    #expect(film.handOver().first?.tree?.children?.first?.value == "•••••••")
  }
}
