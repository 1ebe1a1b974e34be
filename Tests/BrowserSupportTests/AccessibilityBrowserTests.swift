import BrowserSupport
import Testing

@Suite(.inTurns, .needsBrowser) struct AccessibilityBrowserTests {
  private func findings(_ page: String, dark: Bool = false) async throws -> [String] {
    let server = try PageServer(["/": page])
    return try await Browser.use { browser in
      try await browser.prefer(dark ? .dark : .light)
      try await browser.open(server.url())
      return try await browser.accessibilityFindings().map(\.description)
    }
  }

  private func page(_ body: String, style: String = "") -> String {
    """
    <!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,">
    <style>\(style)</style></head><body><main><h1>A page</h1>\(body)</main></body></html>
    """
  }

  @Test("Finds nothing in a page that is as it should be")
  func good() async throws {
    let page = page(
      """
      <h2>Form</h2><label for="a">Name</label><input id="a" placeholder="Ada">
      <button>Go</button><button disabled style="color: #ddd">Off</button>
      <ul><li>One</li></ul><svg role="img" aria-label="Chart"></svg>
      """, style: ":root { color-scheme: light dark } ::placeholder { color: inherit }")
    let (light, dark) = (try await findings(page), try await findings(page, dark: true))
    #expect(light == [])
    #expect(dark == [])
  }

  @Test("Finds what is wrong with the structure")
  func structure() async throws {
    let found = try await findings(
      """
      <!doctype html><html><head><link rel="icon" href="data:,"></head><body><h1>One</h1><h1>Two</h1><h3>Three</h3>
      <p id="twice">a</p><p id="twice">b</p><p aria-labelledby="nowhere">c</p>
      <button tabindex="3">Third</button><div role="tab" tabindex="-1">Tab</div></body></html>
      """)
    #expect(
      found == [
        "language: html: no lang",
        "title: head: no title",
        "structure: h1: 2 of them, where there is to be one",
        "structure: main, [role=main]: 0 of them, where there is to be one",
        #"headings: h3 "Three": level 3 after level 1"#,
        "identifiers: #twice: 2 times",
        #"references: p "c": aria-labelledby leads to #nowhere, which is not there"#,
        #"order: button "Third": tabindex 3"#,
        #"roles: div "Tab": role tab outside of [role=tablist]"#,
      ])
  }

  @Test("Finds controls without a name and fields without a label")
  func names() async throws {
    let found = try await findings(
      page(
        #"""
        <button id="empty"></button><button disabled></button><div tabindex="0"></div><div tabindex="0" hidden></div>
        <input id="bare" placeholder="Name"><svg id="drawing"></svg>
        """#))
    #expect(
      found == [
        "label: input#bare: neither a label nor aria-label",
        "picture: svg#drawing: neither a name nor aria-hidden",
        #"name: <button id="empty"></button>: no accessible name"#,
        #"name: <button disabled=""></button>: no accessible name"#,
        #"name: <div tabindex="0"></div>: no accessible name"#,
      ])
  }

  @Test("Finds text that is too faint, through every layer below it, in the colours in force")
  func contrast() async throws {
    let page = page(
      #"<p id="faint">faint</p><div id="veil"><p id="veiled">veiled</p></div><p id="dim">dim</p>"#,
      style: """
        #faint { color: #777777 } #veil { background: rgba(0, 0, 0, 0.5) } #veiled { color: #ffffff }
        @media (prefers-color-scheme: dark) { body, #faint { background: #000000; color: #ffffff }
        #dim { color: #333333 } }
        """)
    let (light, dark) = (try await findings(page), try await findings(page, dark: true))
    #expect(
      light == [
        #"contrast: p#faint "faint": text 4.48:1, rgb(119,119,119) on rgb(255,255,255)"#,
        #"contrast: p#veiled "veiled": text 4.00:1, rgb(255,255,255) on rgb(127,127,127)"#,
      ])
    #expect(
      dark == [
        #"contrast: p#dim "dim": text 1.66:1, rgb(51,51,51) on rgb(0,0,0)"#
      ])
  }

  @Test("Walks over the page with Tab, to its end and back, and sees order and marks")
  func tabWalk() async throws {
    let server = try PageServer([
      "/": page(
        """
        <button id="a">A</button><button id="b">B</button><br><button id="c">C</button>
        """, style: "#b:focus { outline: none } #b { order: 1 }"),
      "/trap": page(#"<input id="t" aria-label="T" onkeydown="event.preventDefault()">"#),
      "/moved": page(
        #"<button id="a">A</button><button id="b" style="position: absolute; top: 0; left: 0">B</button>"#,
        style: "main { padding-top: 100px }"),
    ])
    try await Browser.use { browser in
      try await browser.open(server.url())
      let stops = try await browser.walkWithTab()
      #expect(stops.map(\.element) == ["#a", "#b", "#c"])
      #expect(stops.map(\.isMarked) == [true, false, true])
      #expect(TabStop.outOfOrder(stops) == [])
      let back = try await browser.walkWithTab(backwards: true)
      #expect(back.map(\.element) == ["#c", "#b", "#a"])
      try await browser.open(server.url("/moved"))
      #expect(TabStop.outOfOrder(try await browser.walkWithTab()) == ["#b after #a"])
      try await browser.open(server.url("/trap"))
      let error = await #expect(throws: BrowserError.self) { _ = try await browser.walkWithTab() }
      #expect(error?.description == "The keyboard does not leave #t.")
    }
  }

  @Test("Looks on a desk and on a telephone, in light and dark, and says where what is wrong")
  func looks() async throws {
    let server = try PageServer([
      "/": page(
        #"<div style="width: 400px">wide</div><p id="p">text</p>"#,
        style: "body { margin: 0 } @media (prefers-color-scheme: dark) { #p { color: #777777 } }"),
      "/good": page("fine"),
    ])
    try await Browser.use { browser in
      var opened: [String] = []
      let found = try await browser.findingsInAllLooks(of: "looks", parts: ["good", ""]) { part in
        opened.append(part)
        try await browser.open(server.url("/\(part)"))
      }
      #expect(found.contains("-telephone-dark: 40 pixels wider than its window"))
      #expect(found.contains { $0.hasPrefix("-telephone-dark: contrast: p#p ") })
      #expect(found.allSatisfy { $0.hasPrefix("-telephone-") || $0.hasPrefix("-desk-dark: contrast: ") })
      #expect(opened.count >= 4)
    }
  }
}
