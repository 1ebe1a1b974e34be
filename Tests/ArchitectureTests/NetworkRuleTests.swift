import Foundation
import Testing

@Suite("The app's network")
struct NetworkRuleTests {
  /// What may speak to servers.
  private static let allowed = "Core/URLSessionClient/"

  static func uses(in text: String) -> [String] {
    guard ["URL", "FoundationNetworking", "CFReadStream"].contains(where: text.has) else { return [] }
    let ways = /\b(FoundationNetworking|URLSession|URLRequest|NSURLConnection|CFReadStream|NSURLSession)\b/
    return text.split(separator: "\n").map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    .flatMap { $0.matches(of: ways.wordBoundaryKind(.simple)).map { String($0.1) } }
  }

  @Test("is the client of the environment, and the only way to a server in Core, Features and sample apps")
  func onlyClient() throws {
    var isUsed = false
    for source in try Repository.sources(in: ["Core", "Features", "SampleApps"]) {
      let uses = Self.uses(in: source.text)
      if source.path.hasPrefix(Self.allowed) {
        isUsed = isUsed || !uses.isEmpty
      } else {
        #expect(uses == [], "\(source.path): use the environment's network, so that a test can answer.")
      }
    }
    #expect(isUsed)
  }

  @Test("is linked by those apps alone that ask a server")
  func linkedApps() throws {
    let users = try Repository.sources(in: ["Core", "Features", "SampleApps"])
      .filter { $0.imports.contains("URLSessionClient") }.map(\.path)
    #expect(
      users.sorted() == [
        "SampleApps/SampleShop/SampleShop.swift", "SampleApps/StorefrontComposition/StorefrontFeature.swift",
      ])
  }

  @Test("is told from words like it")
  func words() {
    #expect(
      Self.uses(in: "import FoundationNetworking\nURLSession.shared // URLRequest") == [
        "FoundationNetworking", "URLSession",
      ])
    #expect(Self.uses(in: "import URLSessionClient\nlet url = URL(string: text)") == [])
  }
}
