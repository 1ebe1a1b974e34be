import ElementTree
import Foundation
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("What floats above the screen")
struct FloatingTests {
  private let button = Group { Button("Reset", id: ID("floating")).traits(.secondary) }.traits(.floating)
    .element

  private func window(_ content: Element...) -> Element {
    Element(.window, label: "Kitchen", children: content + [button])
  }

  /// A page that is longer than the terminal.
  private var long: Element {
    window(
      Screen("long", title: "Long") {
        for number in 1...40 { Button("Number \(number)", id: ID("b\(number)")) }
      }.element)
  }

  @Test("stands on the row above the footer, which is empty where there is much room")
  func large() {
    let lines = screen(long, columns: 80, rows: 24)
    let plain = screen(Element(.window, children: [long.children[0]]), columns: 80, rows: 24)
    #expect(lines[22] == String(repeating: " ", count: 67) + "[ Reset ]")
    #expect(plain[22] == "")
    #expect(Array(lines[..<22]) == Array(plain[..<22]))
  }

  @Test("stands there once, with its key, also where it belongs to the screen, but not above an alert")
  func ofScreen() {
    func shop(_ alert: Element...) -> Element {
      window(
        Screen("shop", title: "Shop") {
          Button("Ramen", id: ID("ramen"))
          Button("Basket", id: ID("basket")).shortcut("b").traits(.floating)
          for element in alert { element }
        }.element)
    }
    let lines = screen(shop(), columns: 60, rows: 16)
    #expect(lines.filter { $0.contains("Basket") } == [lines[14]])
    #expect(lines[14].hasSuffix("[ Basket ^B ]  [ Reset ]"))
    #expect(LineScreen(shop()).actions == ["ramen", "basket", "floating"])
    let alert = shop(Alert("Really?", id: "alert") { Button("Yes", id: ID("yes")) }.element)
    #expect(screen(alert, columns: 60, rows: 16)[14].contains("[ Reset ]"))
    #expect(!screen(alert, columns: 60, rows: 16)[14].contains("Basket"))
    #expect(LineScreen(alert).actions == ["yes", "floating"])
  }

  @Test("takes a row of the page where there is little room")
  func small() {
    let lines = screen(long, columns: 40, rows: 10)
    #expect(lines[8] == String(repeating: " ", count: 29) + "[ Reset ]")
    #expect(lines[7].hasPrefix("  [ Number 7 ]"))
    #expect(lines[9].hasPrefix("  Tab Next"))
    #expect(screen(long, columns: 20, rows: 6)[4] == "         [ Reset ]")
    #expect(screen(long, columns: 20, rows: 5).first == "needs 20x6")
  }

  @Test("takes as many rows as its text needs, and leaves some to the page")
  func longNotice() {
    let shop = Screen("shop", title: "Shop") { Button("Ramen", id: ID("ramen")) }.element
    let notice = Element(
      .group, traits: [.floating, .row],
      children: [
        Text("The flag \"shop.oldCheckout\" is kept, and no feature declares it.", id: "notice").element,
        Button("OK", id: ID("ok")).element,
      ])
    let tree = Element(.window, children: [shop, notice])
    let lines = screen(tree, columns: 40, rows: 13).map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines[9...11] == ["The flag \"shop.oldCheckout\" is kept,", "and no feature declares it.", "[ OK ]"])
    #expect(lines[1...8].contains { $0.contains("Ramen") })
    let short = screen(tree, columns: 40, rows: 8).map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(short[5...6] == ["The flag \"shop.oldCheckout\" is kept…", "[ OK ]"])
    #expect(screen(tree, columns: 40, rows: 6)[4].hasSuffix("[ OK ]"))
  }

  @Test("is dim, also above an alert, and turned around when it has the keyboard")
  func look() {
    #expect(page(long, columns: 80, rows: 24).style(of: "[ Reset ]") == .dim)
    #expect(
      page(long, columns: 80, rows: 24, focused: "floating").style(of: "[ Reset ]")
        == Style(attributes: [.dim, .reverse]))
  }

  @Test("covers no control at any size, and no alert", arguments: [6, 7, 10, 15, 16, 17, 24, 50])
  func covering(rows: Int) {
    let alert = window(
      Screen("s", title: "S") {
        Button("Below", id: ID("below"))
        Alert("Really?", id: "alert") {
          Button("Yes", id: ID("yes"))
          Button("No", id: ID("no"))
        }
      }.element)
    for columns in [20, 40, 80] {
      for tree in [alert, long] {
        let with = screen(tree, columns: columns, rows: rows)
        let row = with[rows - 2].split(separator: " ").joined(separator: " ")
        #expect(row == "[ Reset ]", "\(columns)x\(rows): \(with.text)")
      }
    }
  }

  @Test("is reached with Tab alone, and pressed from there")
  func keyboard() {
    let host = FakeHost(long)
    let full = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: 80, rows: 24), present: { _ in })
    host.attach(full)
    for key: Key in [.end, .down, .backTab, .tab, .backTab, .backTab, .enter] { _ = full.handle(key) }
    #expect(
      host.actions == [
        .focus("b40"), .focus("b39"), .focus("b40"), .focus("b39"), .focus("b38"), .tap("b38"),
      ]
    )
    for key: Key in [.end, .tab, .enter] { _ = full.handle(key) }
    #expect(host.actions.suffix(3) == [.focus("b40"), .focus("floating"), .tap("floating")])
  }

  @Test("is reached from either end where there is nothing else")
  func alone() {
    let both = ["one", "two"].map {
      Element(.group, traits: [.floating], children: [Button($0, id: ID($0)).element])
    }
    for (key, identifier): (Key, String) in [(.tab, "one"), (.backTab, "two")] {
      let host = FakeHost(Element(.window, children: [Screen("s", title: "S") {}.element] + both))
      let full = FullScreen(
        host: host, title: "Kitchen", size: Size(columns: 80, rows: 24), present: { _ in })
      host.attach(full)
      _ = full.handle(key)
      #expect(host.actions == [.focus(identifier)])
    }
  }

  @Test("is not pressed by keys on a screen that has nothing else, nor after the last field")
  func accident() {
    for content in [
      Screen("s", title: "S") { Text("Nothing") }.element,
      Screen("s", title: "S") { TextField("Name", id: ID("name"), text: "") }.element,
    ] {
      let host = FakeHost(window(content))
      let full = FullScreen(
        host: host, title: "Kitchen", size: Size(columns: 80, rows: 24), present: { _ in })
      host.attach(full)
      for key: Key in [.enter, .text(" "), .down, .end, .enter, .enter, .text("a b"), .enter, .enter] {
        _ = full.handle(key)
      }
      #expect(!host.actions.contains(.tap("floating")))
      #expect(!host.actions.contains(.focus("floating")))
    }
  }

  @Test("has a number among the lines, also while an alert is shown")
  func lines() {
    let alert = window(
      Screen("s", title: "S") {
        Alert("Really?", id: "alert") { Button("Yes", id: ID("yes")) }
      }.element)
    #expect(LineScreen(alert).actions == ["yes", "floating"])
    #expect(LineScreen(long).actions.last == "floating")
  }

  @Test("Keys are offered to others first, and those that are taken go no further")
  func offering() {
    let host = FakeHost(long)
    host.taken = .control("r")
    let full = FullScreen(
      host: host, title: "Kitchen", size: Size(columns: 80, rows: 24), present: { _ in })
    host.attach(full)
    for key: Key in [.control("r"), .text("r"), .paste("r"), .tab, .control("c")] { _ = full.handle(key) }
    #expect(host.offered == [.control("r"), .other, .other, .other])
  }
}
