import Foundation
import Glibc
import OperatingSystem
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("cleanslate gallery")
struct GalleryCommandTests {
  private let shell: GalleryShell

  init() throws { shell = try GalleryShell() }

  @Test("draws the first screen, each situation and each linked place, in each width and locale")
  func all() throws {
    let outcome = try shell.draw("SampleOnboarding", "--widths", "80,40", "--locales", "en_US,de_DE")
    #expect(outcome.status == 0 && outcome.complaints == "")
    #expect(
      outcome.text
        == "\(shell.page): 7 scenes of 1 app in 2 widths and 2 locales, in 10 pictures\n"
        + "0 findings, screens that nothing draws were not looked for\n"
    )
    let gallery = try shell.gallery().gallery
    #expect(gallery.shots.count == 14 && gallery.problems == [])
    #expect(
      gallery.shots.prefix(7).map { "\($0.scene.kind) \($0.scene.name): \($0.screen ?? "")" } == [
        "start start: welcome", "situation userAlreadyOnboarded: home", "link storefront://welcome: welcome",
        "link storefront://tour/2: tour-2", "link storefront://profile: profile",
        "link storefront://notifications: notifications", "link storefront://home: home",
      ])
    // It leads nowhere as long as nobody has finished onboarding.
    #expect(
      gallery.shots.prefix(7).map(\.scene.situation) == [
        nil, nil, nil, nil, nil, nil, "userAlreadyOnboarded",
      ])
    let home = gallery.shots[1]
    #expect(home.drawings.map(\.columns) == [80, 40])
    #expect(gallery.texts[home.tree].hasPrefix("window \"SampleOnboarding\"\n  screen #home \"Home\"\n"))
    #expect(gallery.texts[home.drawings[1].plain].hasPrefix("Screen: Home  (home)\nHello, Ada!"))
  }

  @Test("draws what the locale changes, and what it leaves once")
  func locales() throws {
    #expect(try shell.draw("SampleShop", "--widths", "40", "--locales", "en_US,de_DE").status == 0)
    let gallery = try shell.gallery().gallery
    func shots(_ name: String) -> [Gallery.Shot] { gallery.shots.filter { $0.scene.name == name } }
    let basket = shots("fullBasket")
    #expect(basket.map(\.locale) == ["en_US", "de_DE"])
    #expect(basket.map { gallery.texts[$0.tree].contains("34,80\u{A0}€") } == [false, true])
    let menu = shots("fullMenu")
    #expect(menu[0].drawings == menu[1].drawings && menu[0].tree == menu[1].tree)
    #expect(shots("storefront://shop/basket/1").map(\.scene.situation) == ["fullBasket", "fullBasket"])
  }

  @Test("leaves what is drawn when Ctrl-C comes, says what is not, and ends as one that was interrupted")
  func interruption() throws {
    let outcome = try shell.draw(
      "SampleOnboarding", "SampleAccount", "--widths", "40", interruptAt: "3/7: storefront://welcome")
    #expect(outcome.status == 130)
    #expect(
      outcome.complaints
        == "cleanslate gallery: Interrupted: SampleOnboarding in en_US and what follows is not drawn from 'storefront://welcome' on.\n"
    )
    #expect(outcome.drawn.contains("\r\u{1B}[2KSampleOnboarding en_US 2/7: userAlreadyOnboarded"))
    let gallery = try shell.gallery().gallery
    #expect(gallery.shots.map(\.scene.name) == ["start", "userAlreadyOnboarded"])
    #expect(gallery.problems.count == 1)
  }

  @Test(
    "draws no line that lives where only whole lines are wanted",
    arguments: [([:], true), (["TERM": "dumb"], false), (["CI": "1"], false)])
  func liveLine(_ environment: [String: String], lives: Bool) throws {
    var drawn = ""
    var drawing = GalleryDrawing(
      GalleryCommand.Order(),
      in: Surroundings(
        folder: shell.home.root, environment: environment, write: { drawn += $0 }, complain: { _ in },
        columns: { 80 }))
    try drawing.draw([("Nowhere", shell.home.root + "/Nowhere")])
    #expect(drawn.contains("Nowhere en_US: starts") == lives && drawn.isEmpty != lives, "\(drawn)")
  }

  @Test("does not wait for an app that hangs while it starts when Ctrl-C comes")
  func hanging() throws {
    let app = shell.home.root + "/Hanging"
    try ExecutableScript.write("#!/bin/sh\nexec sleep 1000\n", to: app)
    let outcome = try shell.draw(app, "SampleOnboarding", interruptAt: "Hanging en_US: starts")
    #expect(outcome.status == 130)
    #expect(
      outcome.complaints
        == "cleanslate gallery: Interrupted: Hanging in en_US and what follows is not drawn.\n"
        + "cleanslate gallery: Nothing was drawn, and no page was written.\n")
  }

  @Test("takes a name and a path of one app for one, and refuses two apps of one name")
  func paths() throws {
    let path = try BuiltProduct.path("SampleOnboarding")
    let outcome = try shell.draw("SampleOnboarding", path, "--widths", "40")
    #expect(outcome.status == 0 && outcome.text.contains(": 7 scenes of 1 app in 1 width"), "\(outcome)")
    let other = shell.home.root + "/SampleOnboarding"
    try FileManager.default.copyItem(atPath: "/bin/true", toPath: other)
    let refused = try shell.draw(path, other)
    #expect(refused.status == 64)
    #expect(refused.complaints.contains("'\(path)' and '\(other)' are two apps of one name"))
  }

  @Test("draws what can be drawn, and says what cannot")
  func problems() throws {
    let outcome = try shell.draw("/bin/true", "SampleOnboarding", "--widths", "40")
    #expect(outcome.status == 1)
    #expect(outcome.complaints.hasPrefix("cleanslate gallery: true in en_US: "), "\(outcome.complaints)")
    let gallery = try shell.gallery().gallery
    #expect(gallery.problems.count == 1 && gallery.shots.count == 7 && gallery.undrawn == nil)
    // Of an app that does not start, nothing is gone.
    try shell.change(#""isWhole":false"#, to: #""isWhole":true"#, in: shell.page)
    var drawing = GalleryDrawing(
      GalleryCommand.Order(isWhole: true),
      in: Surroundings(folder: shell.home.root, environment: [:], write: { _ in }, complain: { _ in }))
    try drawing.draw([("SampleOnboarding", "/bin/true")])
    drawing.compare(with: try shell.gallery())
    #expect(drawing.gallery.comparison?.differences == [])
  }

  @Test("shows what is not as in a base, in the locales and widths that both have")
  func comparison() throws {
    let old = shell.home.root + "/old.html"
    #expect(try shell.draw("SampleOnboarding", "--widths", "40,80", "--output", old).status == 0)
    let same = try shell.draw(
      "SampleOnboarding", "--widths", "40,60", "--locales", "en_US,de_DE", "--against", old)
    #expect(same.status == 0 && same.text.hasSuffix("All is as in \(old).\n"))
    // Somebody has greeted Ada otherwise, and had other links.
    try shell.change("Hello, Ada!", to: "Good day, Ada", in: old)
    try shell.change("storefront://tour/2", to: "storefront://tour/9", in: old)
    let other = try shell.draw("SampleOnboarding", "--widths", "40,60", "--against", old)
    #expect(other.status == 1)
    #expect(
      other.text.hasSuffix(
        """
        4 screens not as in \(old):
          differs: SampleOnboarding userAlreadyOnboarded en_US in 40 columns
          new: SampleOnboarding storefront://tour/2 en_US
          differs: SampleOnboarding storefront://home en_US in 40 columns
          gone: SampleOnboarding storefront://tour/9 en_US

        """))
    let comparison = try #require(try shell.gallery().gallery.comparison)
    #expect(
      comparison.differences[0].changes == [
        "-     text #greeting \"Good day, Ada\" heading", "+     text #greeting \"Hello, Ada!\" heading",
      ])
    // What the base could not draw is not new.
    try shell.change(#""problems":[]"#, to: #""problems":["It hangs."]"#, in: old)
    let cut = try shell.draw("SampleOnboarding", "--widths", "40,60", "--against", old)
    #expect(cut.text.contains("\n3 screens not as in \(old), which is not whole:\n"))
    #expect(!cut.text.contains("new: "))
    #expect(cut.complaints == "cleanslate gallery: \(old) is not whole: It hangs.\n")
    // A folder of results is as good as its page, and what is not asked for is not missed.
    #expect(
      try shell.draw("SampleOnboarding", "--widths", "60", "--against", shell.results, "--output", old).status
        == 0)
    #expect(
      try shell.draw("SampleAccount", "--widths", "60", "--against", old)
        .text.contains("new: SampleAccount lockedOut en_US\n"))
    let apart = try shell.draw("SampleOnboarding", "--widths", "40", "--against", old)
    #expect(apart.status == 1 && !apart.text.contains("All is as in"))
    #expect(
      apart.complaints
        == "cleanslate gallery: \(old) has no width of this gallery, so nothing was compared: it has 60, and this one 40.\n"
    )
    // What is no picture of ours does not come into the next page, nor does what takes the place of a part of it.
    let page = try String(contentsOfFile: old, encoding: .utf8)
    for (own, other) in [("</text>", "<a href=\"x\"></a></text>"), ("<text ", "<text id=\"cs-data\" ")] {
      try Data(page.replacing(own, with: other).utf8).write(to: URL(filePath: old))
      #expect(
        try shell.draw("SampleOnboarding", "--widths", "60", "--against", old)
          .complaints.contains("is cut off or was changed. Draw it anew."), "\(other)")
    }
  }

  @Test("says what is wrong with its words, and what would be right")
  func words() throws {
    let (html, report) = (shell.home.root + "/page.html", shell.home.root + "/report.html")
    try ReportPage().write(to: report)
    try Data("<p>Hello</p>".utf8).write(to: URL(filePath: html))
    let cases: [([String], String, Int32)] = [
      (
        ["A", "--widths", "40,x"],
        "'--widths 40,x': 'x' is no width: expected numbers from 20 to 400, as in 40,80,120.", 64
      ),
      (["A", "--widths", "8"], "'8' is no width", 64),
      (["A", "--locales", "german"], "'german' is no locale: expected names such as en_US,de_DE.", 64),
      (["A", "--locales", "en_US,xx"], "'--locales en_US,xx': there is no language 'xx'.", 64),
      (["A", "--locales", "de_QX"], "'--locales de_QX': there is no region 'QX'.", 64),
      (["A", "--width", "40"], "Unknown option '--width'. Did you mean '--widths'?", 64),
      (
        ["A", "--against", "none"],
        "'--against none': there is no such file or folder, and git knows no such commit.", 64
      ),
      (["A", "--against", "."], "there is no gallery.html in", 64),
      (["A", "--output", "none/a.html"], "'--output none/a.html': there is no folder", 64),
      (
        [],
        "There is no team here with a sample app: expected names of apps, as in 'cleanslate gallery SampleShop'.",
        64
      ),
      (["SampleShp"], "to build it from. Nearest: \"SampleShop\".", 1),
      (["SampleOnboarding", "--against", html], "'\(html)' is no page of 'cleanslate gallery'.", 65),
      (["SampleOnboarding", "--against", report], "'\(report)' is no page of 'cleanslate gallery'.", 65),
    ]
    for (words, complaint, status) in cases {
      let outcome = try shell.draw(words)
      #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
      #expect(outcome.status == status, "\(words)")
    }
    let pipe = shell.home.root + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let refused = try shell.draw("SampleOnboarding", "--output", pipe)
    #expect(refused.complaints.contains("'\(pipe)' could not be written: it is no file."))
    #expect(try Descriptor.status(atPath: pipe)?.kind == .other, "it is there as before")
    #expect(try shell.draw("SampleOnboarding", "--widths", "40", "--output", html).status == 0)
    let page = try String(contentsOfFile: html, encoding: .utf8)
    for (old, new, complaint) in [
      (
        "\"version\":1", "\"version\":9",
        "is a gallery of version 9, and this command reads version 1. Draw it anew."
      ),
      (
        "<symbol id=\"p0\"", "<x",
        "is a page of 'cleanslate gallery' that is cut off or was changed. Draw it anew."
      ),
    ] {
      try Data(page.replacing(old, with: new).utf8).write(to: URL(filePath: html))
      let outcome = try shell.draw("SampleOnboarding", "--against", html)
      #expect(outcome.status == 65 && outcome.complaints.contains(complaint), "\(outcome.complaints)")
    }
  }
}
