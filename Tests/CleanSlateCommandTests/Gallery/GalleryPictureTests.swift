import Audit
import ElementTree
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("A picture of a gallery")
struct GalleryPictureTests {
  private static func window(_ title: String, @ElementBuilder _ content: () -> [Element]) -> Element {
    Element(.window, children: [Screen("menu", title: title, content: content).element])
  }

  private func svg(_ tree: Element, columns: Int = 20) -> String {
    PaintedScreen(tree, title: "Shop", columns: columns).svg
  }

  @Test("is a text for each span, on the grid of the terminal, in classes for its look")
  func spans() {
    let tree = Self.window("<Menu>") {
      Text("Sold out & gone", id: "a").traits(.failure)
      Button("Buy", id: ID("buy")).focused()
    }
    let picture = PaintedScreen(tree, title: "Shop", columns: 30)
    #expect(picture.viewBox == "0 0 180 312")
    #expect(
      picture.svg.replacing("><", with: ">\n<") == #"""
        <text class="bold" x="12" y="10" textLength="24">Shop</text>
        <text x="132" y="10" textLength="36">&lt;Menu&gt;</text>
        <text class="dim" x="0" y="23" textLength="180">──────────────────────────────</text>
        <text class="red" x="12" y="49" textLength="102">! Sold out &amp; gone</text>
        <rect class="reversed" x="12" y="65" width="42" height="13"/>
        <text class="reversed" x="12" y="75" textLength="42">[ Buy ]</text>
        <text class="bold" x="12" y="309" textLength="30">Enter</text>
        <text class="dim" x="48" y="309" textLength="36">Select</text>
        <text class="bold" x="96" y="309" textLength="36">Ctrl-C</text>
        <text class="dim" x="138" y="309" textLength="24">Quit</text>
        """#)
  }

  @Test("takes two columns for a wide character, and none for blanks at an end")
  func widths() {
    let svg = svg(Self.window("") { Text("  おに  ", id: "a") }, columns: 40)
    #expect(svg.contains(#"textLength="24">おに</text>"#), "\(svg)")
  }

  @Test("is there once for all widths, locales and scenes in which it is equal, and so is a text")
  func sharing() {
    var pictures = GalleryPictures()
    let scenes = ["a", "b"].map { Scene(app: "Shop", kind: .situation, name: $0, summary: "") }
    let (menu, basket) = (Self.window("Menu") { Text("One") }, Self.window("Basket") { Text("Two") })
    let first = pictures.shot(of: scenes[0], "en_US", menu, widths: [40, 80])
    let second = pictures.shot(of: scenes[1], "de_DE", menu, widths: [80, 40])
    let third = pictures.shot(of: scenes[1], "en_US", basket, widths: [40])
    #expect(first.screen == "menu" && first.tree == second.tree && first.tree != third.tree)
    #expect(first.drawings.map(\.picture) == [0, 1] && second.drawings.map(\.picture) == [1, 0])
    #expect(third.drawings.map(\.picture) == [2])
    #expect(Set((first.drawings + second.drawings).map(\.plain)).count == 1)
    #expect(pictures.texts.all[first.tree] == menu.treeDescription)
    #expect(pictures.texts.all[third.drawings[0].plain] == "Screen: Basket  (menu)\nTwo\n")
  }

  @Test("has the place of each element in which the audit finds something, in each width")
  func findings() throws {
    var pictures = GalleryPictures()
    let tree = Self.window("Menu") {
      Text("═══ New", id: "headline")
      Button("", id: ID("buy"))
    }
    let scene = Scene(app: "Shop", kind: .start, name: "start", summary: "")
    let shot = pictures.shot(of: scene, "en_US", tree, widths: [40, 80])
    let found = shot.findings.map { "\($0.rule) \($0.element)" }
    let (button, text) = (
      try #require(found.firstIndex(of: "missingName buy")),
      try #require(found.firstIndex(of: "plainSpeech headline"))
    )
    #expect(shot.drawings[0].places[button] == ScreenPlace(row: 5, rows: 1, column: 2, columns: 4))
    #expect(shot.drawings[0].places[text] == ScreenPlace(row: 3, rows: 1, column: 2, columns: 7))
    #expect(shot.drawings[1].places[text] == ScreenPlace(row: 3, rows: 1, column: 4, columns: 7))
    #expect(!pictures.notJudged.isEmpty)
  }

  @Test("is read again from the page that holds it")
  func page() throws {
    var pictures = GalleryPictures()
    var gallery = Gallery(isWhole: true, widths: [40], locales: ["en_US"], clock: "2026-12-31T23:59:00Z")
    let scene = Scene(
      app: "Shop", kind: .link, name: "shop://menu", summary: "</script> & <b>", situation: "x")
    gallery.shots = [
      pictures.shot(of: scene, "en_US", Self.window("Menu") { Text("</script>") }, widths: [40])
    ]
    gallery.texts = pictures.texts.all
    let page = try GalleryPage(gallery: gallery, pictures: pictures.pictures.all).data()
    let home = try TemporaryHome()
    let path = home.path(.home) + "/a.html"
    try page.write(to: URL(filePath: path))
    let read = try GalleryPage(at: path, named: "a")
    #expect(read.gallery == gallery && read.pictures == pictures.pictures.all)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("default-src 'none'") && !text.contains("<!-- "))
    #expect(text.firstMatch(of: /(src|href)="(?!data:,"|#)/) == nil)
  }

  @Test("tells of an app that only the base has where both have all apps", arguments: [true, false])
  func goneApp(isWhole: Bool) {
    func drawn(_ apps: String...) -> (Gallery, GalleryPictures) {
      var gallery = Gallery(isWhole: isWhole, widths: [40], locales: ["en_US"], clock: "")
      var pictures = GalleryPictures()
      for app in apps {
        let scene = Scene(app: app, kind: .start, name: "start", summary: "")
        gallery.shots.append(
          pictures.shot(of: scene, "en_US", Self.window("Menu") { Text("Soup", id: "a") }, widths: [40]))
      }
      gallery.texts = pictures.texts.all
      return (gallery, pictures)
    }
    let (gallery, drawings) = drawn("Shop")
    var pictures = drawings
    let (old, oldPictures) = drawn("Shop", "Orders")
    let comparison = pictures.compare(
      gallery, with: GalleryPage(name: "main", gallery: old, pictures: oldPictures.pictures.all))
    #expect(comparison.differences.map(\.description) == (isWhole ? ["gone: Orders start en_US"] : []))
  }

  @Test("is compared in the widths that were asked for, and brings no others onto the page")
  func askedWidths() {
    func drawn(_ names: [String], _ text: String, _ widths: [Int]) -> (Gallery, GalleryPictures) {
      var gallery = Gallery(isWhole: true, widths: widths, locales: ["en_US"], clock: "")
      var pictures = GalleryPictures()
      gallery.shots = names.map { name in
        let scene = Scene(app: "Shop", kind: .situation, name: name, summary: "")
        let tree = Self.window("Menu") { Text("\(text) \(name)", id: "a") }
        return pictures.shot(of: scene, "en_US", tree, widths: widths)
      }
      gallery.texts = pictures.texts.all
      return (gallery, pictures)
    }
    let (old, oldPictures) = drawn(["kept", "gone"], "Soup", [40, 80, 120])
    let base = GalleryPage(name: "main", gallery: old, pictures: oldPictures.pictures.all)
    var (gallery, pictures) = drawn(["kept", "new"], "Stew", [60, 80])
    let comparison = pictures.compare(gallery, with: base)
    #expect(
      comparison.differences.map(\.description) == [
        "differs: Shop kept en_US in 80 columns", "new: Shop new en_US", "gone: Shop gone en_US",
      ])
    #expect(comparison.differences.map(\.widths) == [[80], [60, 80], [80]])
    #expect(comparison.differences.map { $0.before?.drawings.map(\.columns) } == [[80], nil, [80]])
    #expect(pictures.pictures.all.count == 6)
  }
}
