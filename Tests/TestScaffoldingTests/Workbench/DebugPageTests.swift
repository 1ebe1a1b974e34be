import AppData
import Foundation
import LocalHTTP
import Testing

@testable import TestScaffolding

@Suite("The debug page")
struct DebugPageTests {
  private static let pages = DebugPage.paths.sorted()

  private func bodies(of tag: String, in page: DebugPage) throws -> [String] {
    try page.document.matches(of: Regex("(?s)<\(tag)>(.*?)</\(tag)>", as: (Substring, Substring).self))
      .map { String($0.output.1) }
  }

  @Test(
    "is one document of less than 85 kB, the app's 30, that loads nothing and names no other place",
    arguments: [("/", 86_000, ["http://"]), ("/app", 30_000, [])])
  func selfContained(path: String, most: Int, places: [String]) throws {
    let page = try #require(DebugPage.at(path))
    let document = page.document
    #expect(page.response.body.count < most)
    #expect(document.matches(of: /(src|href|action)="(?!#|data:,)/).isEmpty)
    #expect(document.matches(of: /https?:\/\//).map { String(document[$0.range]) } == places)
    #expect(document.contains("'http://www.w3.org/2000/svg'") == (places != []))
    #expect(document.matches(of: /@import|url\(/).isEmpty)
  }

  @Test("runs its own scripts and style only, and says so to the browser", arguments: pages)
  func policy(path: String) throws {
    let page = try #require(DebugPage.at(path))
    func hashes(_ tag: String) throws -> Set<String> {
      Set(
        try bodies(of: tag, in: page).map {
          "'sha256-\(Data(Digest(of: $0.utf8).bytes).base64EncodedString())'"
        })
    }
    let policy = try #require(page.response.headers["Content-Security-Policy"])
    var rules = policy.split(separator: "; ").map(String.init)
    for (place, tag) in [(1, "script"), (2, "style")] {
      let hashes = try hashes(tag)
      let words = rules[place].split(separator: " ").map(String.init)
      #expect(words.first == "\(tag)-src" && Set(words.dropFirst()) == hashes)
    }
    rules.removeSubrange(1...2)
    #expect(
      rules == [
        "default-src 'none'", "connect-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'",
      ])
    #expect(page.response.headers["Cache-Control"] == "no-store")
    #expect(page.response.headers["Referrer-Policy"] == "no-referrer")
    #expect(page.response.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test("reads no text of the app as markup or code", arguments: [("/", 19), ("/app", 6)])
  func noInjection(path: String, scriptCount: Int) throws {
    let page = try #require(DebugPage.at(path))
    let scripts = try bodies(of: "script", in: page)
    #expect(scripts.count == scriptCount)
    #expect(
      scripts.joined().matches(
        of: /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/
      )
      .isEmpty)
    #expect(page.document.matches(of: /\son[a-z]+="| style="/).isEmpty)
  }

  @Test("gives every identifier once, all with its own prefix, and names every control and section")
  func names() {
    let document = DebugPage.workbench.document
    let identifiers = document.matches(of: /\ id="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(identifiers).count == identifiers.count)
    #expect(identifiers.allSatisfy { $0.hasPrefix("cs-") })
    let fields = document.matches(of: /<(input type="search"|input type="text"|textarea) id="([^"]+)"/).map {
      String($0.output.2)
    }
    #expect(
      fields == [
        "cs-record-name", "cs-tree-search", "cs-state-name", "cs-arguments", "cs-environment",
        "cs-clock-time", "cs-network-target", "cs-network-status", "cs-network-text",
        "cs-log-filter",
      ])
    #expect(fields.allSatisfy { document.contains("<label for=\"\($0)\">") })
    let titles = document.matches(of: /<section id="(cs-[a-z]+)" aria-labelledby="([^"]+)"/)
    #expect(titles.count == 10)
    #expect(
      titles.allSatisfy { "\($0.output.1)-title" == $0.output.2 && identifiers.contains(String($0.output.2)) }
    )
  }
}
