import ElementTree
import Testing

@testable import TerminalUI

@Suite("A banner beside an app")
struct BannerTests {
  private static let address = "http://127.0.0.1:1234/#token=0123456789abcdef"
  private let banner = Banner("Workbench", link: address)

  private func page(_ banner: Banner?, columns: Int, rows: Int = 24) -> Page {
    PageLayout(
      tree: Samples.welcome.element, title: "Kitchen", size: Size(columns: columns, rows: rows)
    ).page(above: banner)
  }

  @Test("has the last row, below a page that is one row smaller")
  func lastRow() {
    let lines = page(banner, columns: 80).buffer.lines
    #expect(lines.count == 24)
    #expect(lines[23] == "    Workbench: \(Self.address)")
    #expect(Array(lines.dropLast()) == page(nil, columns: 80, rows: 23).buffer.lines)
  }

  @Test(
    "shows its link whole or cut before what is private, never in two pieces, and always to be clicked",
    arguments: [
      (120, "Workbench: http://127.0.0.1:1234/#token=0123456789abcdef"),
      (56, "Workbench: http://127.0.0.1:1234/#token=0123456789abcdef"),
      (55, "Workbench: http://127.0.0.1:1234/…"),
      (40, "Workbench: http://127.0.0.1:1234/…"), (30, "Workbench"), (20, "Workbench"),
    ])
  func widths(columns: Int, text: String) {
    let page = page(banner, columns: columns, rows: 10)
    #expect(page.buffer.lines[9].drop { $0 == " " } == text)
    #expect(page.style(of: "Workbench")?.link == Self.address)
  }

  @Test("gives way to the page where there is no row for both")
  func tooSmall() {
    #expect(page(banner, columns: 40, rows: 5).buffer.lines == page(nil, columns: 40, rows: 5).buffer.lines)
    #expect(
      page(banner, columns: 40, rows: 6).buffer.lines[5].hasSuffix("Workbench: http://127.0.0.1:1234/…"))
  }

  @Test("is a link to the terminal, which begins and ends with the text")
  func bytes() {
    var buffer = CellBuffer(size: Size(columns: 12, rows: 1))
    buffer.write(StyledLine("Page", Style(link: "http://a/")), at: Position(row: 0, column: 0))
    let bytes = FrameDiff.bytes(from: nil, to: Frame(buffer: buffer), inColour: true)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "\u{1B}[m\u{1B}[2J\u{1B}[H\u{1B}]8;;http://a/\u{1B}\\\u{1B}[mPage\u{1B}]8;;\u{1B}\\\u{1B}[m\u{1B}[?25l"
    )
  }

  @Test("shows no link that could end the terminal's sequence")
  func hostile() {
    let page = page(Banner("Odd", link: "http://a/\u{1B}\\x"), columns: 80)
    #expect(page.buffer.lines[23] == "    Odd")
    #expect(page.style(of: "Odd")?.link == nil)
  }

  @Test("is drawn while the host has it")
  @MainActor func host() {
    let host = FakeHost(Samples.welcome)
    host.banner = banner
    var frames: [Frame] = []
    let screen = FullScreen(host: host, title: "Kitchen", size: Size(columns: 80, rows: 24)) {
      frames.append($0)
    }
    host.attach(screen)
    #expect(frames.last?.buffer.lines.last == "    Workbench: \(Self.address)")
    host.banner = nil
    screen.draw(host.tree)
    #expect(frames.last?.buffer.lines.last?.contains("Workbench") == false)
  }
}
