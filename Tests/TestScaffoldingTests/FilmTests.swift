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
    #expect(film.screens().map(\.uptime) == (Array(1...20) + Array(9_901...10_000)).map(Double.init))
    #expect(film.screens(after: 9_998).map(\.uptime) == [9_999, 10_000])
  }

  @Test("lets go of what is older than the generation before the last")
  func generations() {
    var film = Film()
    for number in 1...4 {
      film.add(Element(.window), generation: number, uptime: 1)
      film.add(Element(.window), generation: number, uptime: 2)
    }
    #expect(film.screens().map(\.generation) == [3, 3, 4, 4])
  }

  @Test("has dots for what a secure field holds")
  func secrets() {
    var film = Film()
    film.add(
      Element(.window, children: [SecureField("Code", id: ID("code"), text: "hunter2").element]),
      generation: 1,
      uptime: 1)
    #expect(film.screens().first?.tree.children?.first?.value == "•••••••")
  }
}
