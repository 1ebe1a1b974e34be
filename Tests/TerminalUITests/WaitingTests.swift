import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("While the user waits")
struct WaitingTests {
  /// A screen of the host, and how often it asked for a beat.
  @MainActor private final class Fixture {
    let host: FakeHost
    private(set) var screen: FullScreen?
    private(set) var wishes = 0

    init(_ tree: some ElementConvertible, isBusy: Bool = false) {
      host = FakeHost(tree)
      host.isBusy = isBusy
      let screen = FullScreen(
        host: host, title: "Kitchen", size: Size(columns: 40, rows: 10), present: { _ in },
        askForBeat: { [weak self] in self?.wishes += 1 })
      self.screen = screen
      host.attach(screen)
    }

    func beat() -> [String] {
      screen?.takeBeat()
      return screen?.page.buffer.lines ?? []
    }
  }

  @Test("A wheel turns beside the title while the app is busy, and is gone afterwards")
  func busy() {
    let fixture = Fixture(Samples.welcome, isBusy: true)
    #expect(fixture.wishes == 1)
    #expect(
      (1...5).map { _ in fixture.beat()[0] }
        == ["|", "/", "-", "\\", "|"].map { "  Kitchen  \($0)                   Welcome" })
    fixture.host.isBusy = false
    #expect(fixture.beat()[0] == "  Kitchen                      Welcome")
    #expect(fixture.wishes == 6)
    _ = fixture.beat()
    #expect(fixture.wishes == 6)
  }

  @Test("Nothing moves while nobody waits")
  func idle() {
    let fixture = Fixture(Samples.welcome)
    _ = fixture.beat()
    #expect(fixture.wishes == 0)
  }

  @Test("Dots come and go where a screen says that something is under way; a picture of it has all of them")
  func progress() {
    let tree = Screen("s", title: "") { Progress("Loading", id: "waiting") }
    #expect(screen(tree, columns: 40, rows: 10).body == ["  Loading ..."])
    let fixture = Fixture(tree)
    #expect(
      (1...4).map { _ in fixture.beat().body } == ["...", ".", "..", "..."].map { ["  Loading \($0)"] })
    #expect(LineScreen(tree.element).lines.last == "Loading, progress, under way  (waiting)")
  }
}
