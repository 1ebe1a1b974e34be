import Audit
import BrowserSupport
import ElementTree
import Foundation
import TestSupport
import Testing

@testable import CleanSlateCommand

/// The gallery in a browser.
@Suite("The page of the gallery", .inTurns, .needsBrowser)
struct GalleryPageTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private static func screen(_ name: String, _ text: String) -> Element {
    Element(
      .window,
      children: [
        Screen(name, title: name) {
          Text(text, id: "text").traits(.failure)
          Button("Buy", id: ID("buy")).focused()
        }.element
      ])
  }

  /// Two apps with a scene each and a scene in two locales.
  private static func drawn(text: String = "Sold out") -> (Gallery, GalleryPictures) {
    var (gallery, pictures) = (
      Gallery(isWhole: true, widths: [40, 80], locales: ["en_US", "de_DE"], clock: "2026-12-31T23:59:00Z"),
      GalleryPictures()
    )
    for locale in gallery.locales {
      for (app, kind, name, tree) in [
        ("Shop", Scene.Kind.start, "start", screen("menu", "Menu")),
        ("Shop", .situation, "soldOut", screen("menu", locale == "de_DE" ? "Ausverkauft" : text)),
        ("Orders", .link, "shop://orders/1", screen("order", "One order")),
      ] {
        let scene = Scene(app: app, kind: kind, name: name, summary: "What \(name) is.")
        gallery.shots.append(pictures.shot(of: scene, locale, tree, widths: gallery.widths))
      }
    }
    return (gallery, pictures)
  }

  /// Opens the page, and expects at the end that the console holds no error.
  private func open(
    _ gallery: Gallery, _ pictures: GalleryPictures, _ body: (Browser) async throws -> Void
  ) async throws {
    var gallery = gallery
    gallery.texts = pictures.texts.all
    let page = home.root + "/gallery.html"
    try GalleryPage(gallery: gallery, pictures: pictures.pictures.all).data().write(to: URL(filePath: page))
    try await Browser.use { browser in
      try await browser.open("file://\(page)")
      try await body(browser)
      #expect(try await browser.takeConsoleErrors() == [])
    }
  }

  /// What stands above each picture.
  private func captions(_ browser: Browser, in css: String = "#cs-scenes") async throws -> [String] {
    try await browser.execute(
      "return [...document.querySelectorAll('\(css) figcaption')].map(each => each.textContent)",
      as: [String].self)
  }

  private func text(_ browser: Browser, _ css: String) async throws -> String {
    try await browser.find(css).property("textContent", as: String.self)
  }

  @Test("sums up what is drawn, and filters it by app, kind, locale, width, look and text")
  func filters() async throws {
    let (gallery, pictures) = Self.drawn()
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      #expect(
        try await text(browser, "#cs-facts")
          == "1 first screen, 1 situation, 1 link of 2 apps in 40, 80 columns and en_US, de_DE; 0 findings. "
          + "The clocks stand at 2026-12-31T23:59:00Z.")
      // What is equal in both locales is there once.
      let all = [
        "80 columns, en_US, de_DE", "80 columns, en_US", "80 columns, de_DE", "80 columns, en_US, de_DE",
      ]
      #expect(try await captions(browser) == all)
      for (field, value, expected) in [
        ("#cs-app", "Orders", ["80 columns, en_US, de_DE"]),
        ("#cs-kind", "situation", ["80 columns, en_US", "80 columns, de_DE"]),
        ("#cs-locale", "de_DE", ["80 columns, de_DE", "80 columns, de_DE", "80 columns, de_DE"]),
        ("#cs-width", "40", all.map { $0.replacing("80", with: "40") }),
        ("#cs-look", "plain", all.map { $0.replacing("columns", with: "columns, in plain mode") }),
      ] {
        let usual = try await browser.find(field).property("value", as: String.self)
        try await browser.click("\(field) option[value='\(value)']")
        #expect(try await captions(browser) == expected, "\(value)")
        try await browser.click("\(field) option[value='\(usual)']")
      }
      try await browser.find("#cs-text").type("AUSVERKAUFT")
      #expect(try await captions(browser) == ["80 columns, de_DE"])
      #expect(try await text(browser, "#cs-count") == "1 of 3 scenes")
    }
  }

  @Test("begins on a telephone with the first width, whose letters are not made smaller")
  func telephone() async throws {
    let (gallery, pictures) = Self.drawn()
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      try await browser.resize(to: WindowSize(width: 360, height: 780))
      try await browser.reload()
      let sizes = try await browser.execute(
        "return [...document.querySelectorAll('.picture')].map(each => each.getBoundingClientRect().width)",
        as: [Double].self)
      #expect(try await captions(browser).first == "40 columns, en_US, de_DE")
      #expect(sizes == [294, 294, 294, 294])
      try await browser.keepPicture("gallery-360")
    }
  }

  @Test("draws a picture from the one that all share, and without colour by the page's colours alone")
  func pictures() async throws {
    let (gallery, pictures) = Self.drawn()
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      #expect(try await browser.findAll("symbol").count == 8)
      #expect(try await browser.findAll("#cs-scenes use").count == 4)
      let red = "getComputedStyle(document.querySelector('#cs-scenes svg')).getPropertyValue('--red').trim()"
      #expect(try await browser.execute("return \(red)", as: String.self) == "#ff7b72")
      try await browser.click("#cs-look option[value='colourless']")
      #expect(try await browser.execute("return \(red)", as: String.self) == "#e6e6ea")
      try await browser.click("#cs-look option[value='plain']")
      #expect(try await text(browser, "#cs-scenes pre").hasPrefix("Screen: menu  (menu)\n"))
      try await browser.click("#cs-scenes summary")
      // The page fills in what is opened after the click is over.
      try await browser.waitFor("#cs-scenes details pre")
      #expect(try await text(browser, "#cs-scenes details pre").contains("button #buy \"Buy\" focused"))
    }
  }

  @Test("begins with what is not as in the base, before and now, and lists what nothing draws")
  func differences() async throws {
    var (gallery, pictures) = Self.drawn(text: "Sold out for today")
    let (earlier, base) = Self.drawn()
    var old = earlier
    old.texts = base.texts.all
    old.shots.removeLast()
    gallery.comparison = pictures.compare(
      gallery, with: GalleryPage(name: "main", gallery: old, pictures: base.pictures.all))
    gallery.undrawn = [DeclaredScreen(screen: "checkout-*", file: "Features/Shop/Checkout.swift", line: 7)]
    gallery.problems = ["Shop in de_DE, lost: The app has ended."]
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      #expect(try await text(browser, "#cs-differences-title") == "2 screens not as in main")
      #expect(
        try await captions(browser, in: "#cs-difference-list") == [
          "Before, 80 columns", "Now, 80 columns", "Now, 80 columns",
        ])
      #expect(try await text(browser, "#cs-difference-list h3") == "soldOut differs in 40, 80")
      #expect(
        try await text(browser, ".changes")
          == "-     text #text \"Sold out\" failure+     text #text \"Sold out for today\" failure")
      #expect(try await text(browser, "#cs-problems") == "Shop in de_DE, lost: The app has ended.")
      #expect(
        try await text(browser, "#cs-undrawn-title")
          == "1 screen that no scene shows, and there is no run of tests to ask")
      #expect(
        try await text(browser, "#cs-undrawn-list") == "checkout-*  Features/Shop/Checkout.swift:7")
    }
  }

  @Test("lists what is gone of an app or a kind of which nothing is left")
  func goneKinds() async throws {
    var (gallery, pictures) = Self.drawn()
    var old = gallery
    old.texts = pictures.texts.all
    gallery.shots.removeAll { $0.scene.kind != .start }
    gallery.comparison = pictures.compare(
      gallery, with: GalleryPage(name: "main", gallery: old, pictures: pictures.pictures.all))
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      #expect(try await text(browser, "#cs-differences-title") == "4 screens not as in main")
      #expect(try await browser.findAll("#cs-difference-list article").count == 4)
      try await browser.click("#cs-kind option[value='link']")
      try await browser.click("#cs-app option[value='Orders']")
      #expect(try await text(browser, "#cs-difference-list h3") == "shop://orders/1 is gone")
    }
  }

  @Test("draws what the audit finds into the pictures, lists it, and says what could not be judged")
  func findings() async throws {
    var (gallery, pictures) = Self.drawn()
    let tree = Element(
      .window, children: [Screen("menu", title: "Menu") { Button("", id: ID("buy")) }.element])
    let scene = Scene(app: "Shop", kind: .situation, name: "nameless", summary: "")
    gallery.shots.append(pictures.shot(of: scene, "en_US", tree, widths: gallery.widths))
    gallery.notJudged = ["contrast: nobody knows."]
    let own = gallery.shots.removeLast()
    gallery.shots = gallery.shots.map { shot in
      var shot = shot
      shot.findings = []
      return shot
    }
    gallery.shots.append(own)
    let rules = own.findings.map(\.rule.rawValue)
    #expect(rules.contains("missingName"))
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      try await browser.click("#cs-kind option[value='findings']")
      #expect(try await text(browser, "#cs-scenes h3") == "nameless")
      #expect(try await browser.findAll("#cs-scenes .mark rect").count == rules.count)
      #expect(try await text(browser, "#cs-scenes .mark text") == "1")
      #expect(try await text(browser, ".findings b") == rules[0])
      #expect(try await text(browser, "#cs-open-list") == "contrast: nobody knows.")
    }
  }

  @Test("takes nothing that an app says for markup")
  func hostile() async throws {
    let (gallery, pictures) = Self.drawn(text: "</script><img src=x>")
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      let strangers = try await browser.findAll("img").count
      let title = try await browser.title
      #expect(title == "Gallery" && strangers == 0)
      #expect(try await text(browser, "#cs-scenes").contains("80 columns"))
    }
  }

  @Test("breaks no rule of accessibility, in light and dark, on a desk and on a telephone")
  func accessibility() async throws {
    var (gallery, pictures) = Self.drawn(text: "Sold out for today")
    let (earlier, base) = Self.drawn()
    var old = earlier
    old.texts = base.texts.all
    gallery.comparison = pictures.compare(
      gallery, with: GalleryPage(name: "main", gallery: old, pictures: base.pictures.all))
    gallery.undrawn = [DeclaredScreen(screen: "lost", file: "Lost.swift", line: 1)]
    try await open(gallery, pictures) { (browser: Browser) async throws -> Void in
      let looks = ["colour", "colourless", "plain"]
      let found = try await browser.findingsInAllLooks(of: "gallery", parts: looks) {
        try await browser.click("#cs-look option[value='\($0)']")
      }
      #expect(found == [])
      let stops = try await browser.walkWithTab()
      #expect(stops.filter { !$0.isMarked }.map(\.element) == [])
      #expect(TabStop.outOfOrder(stops) == [])
    }
  }
}
