import OperatingSystem
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("What a running app refuses")
struct RefusalTests {
  /// A request line with what is sent below it, and the status that is right.
  private struct Attempt {
    let line: String
    let fields: [String]
    let status: Int

    init(_ line: String, _ fields: [String], _ status: Int) {
      (self.line, self.fields, self.status) = (line, fields, status)
    }
  }

  @Test("is every request without its own token, from another host or from another page")
  func strangers() async throws {
    let app = try await AttackedApp()
    let (host, token) = (app.host, app.token)
    let own = ["Host: \(host)", "Authorization: Bearer \(token)"]
    let port = host.split(separator: ":")[1]
    func authorized(_ value: String) -> [String] { ["Host: \(host)", value] }
    var attempts = [
      Attempt("GET /tree", own, 200), Attempt("GET /tree?token=\(token)", ["Host: \(host)"], 401),
    ]
    for fields in [
      [], ["Authorization: Basic \(token)"], ["Authorization: \(token)"], ["Authorization: Bearer"],
      ["Cookie: token=\(token)", "Cookie: cleanslate-token=\(token)"], ["X-Token: \(token)"],
      ["Proxy-Authorization: Bearer \(token)"],
    ] {
      attempts.append(Attempt("GET /tree", ["Host: \(host)"] + fields, 401))
    }
    for wrong in [
      String(token.dropLast()), token + "0", String(token.reversed()), String(repeating: "0", count: 64),
      token.uppercased() + "x",
    ] {
      attempts.append(Attempt("POST /quit", authorized("Authorization: Bearer \(wrong)"), 403))
      attempts.append(Attempt("GET /data", authorized("Authorization: Bearer \(wrong)"), 403))
    }
    for rebound in [
      "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:\(port).evil.example",
      "evil@127.0.0.1:\(port)", "[::1]:\(port)", "0.0.0.0:\(port)", "127.1:\(port)", "localhost.:\(port)",
      "LOCALHOST:\(port)", "127.0.0.1:0\(port)", "", "127.0.0.1:\(port), evil.example",
    ] {
      attempts.append(Attempt("GET /tree", ["Host: \(rebound)", own[1]], 403))
      attempts.append(Attempt("GET /", ["Host: \(rebound)"], 403))
    }
    attempts.append(Attempt("GET /tree", [own[1]], 400))
    attempts.append(Attempt("GET /tree", own + ["Host: evil.example"], 400))
    for foreign in [
      "Origin: null", "Origin: http://evil.example", "Origin: https://\(host)", "Origin: http://127.0.0.1:1",
      "Origin: http://localhost:\(port)", "Origin: file://", "Origin: http://\(host)/", "Origin: ",
      "Origin: http://\(host) http://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      attempts.append(Attempt("GET /tree", own + [foreign], 403))
      attempts.append(Attempt("POST /reset", own + [foreign], 403))
      attempts.append(Attempt("GET /", ["Host: \(host)", foreign], 403))
    }
    try check(attempts, at: .port, of: app)
    try check(
      ["null", "http://localhost", "http://evil.example", ""].map {
        Attempt("POST /reset", ["Host: app", "Origin: \($0)"], 403)
      }, at: .socket, of: app)
    #expect(try app.isUntouched())
  }

  @Test(
    "is every method but its own, and every path that only looks like one of its own",
    arguments: AttackedApp.Door.allCases)
  func tricks(door: AttackedApp.Door) async throws {
    let app = try await AttackedApp()
    let own = ["Host: \(app.host)", "Authorization: Bearer \(app.token)"]
    var attempts: [Attempt] = []
    for line in [
      "TRACE /tree", "TRACE /", "OPTIONS /tree", "OPTIONS /", "PATCH /tree", "PUT /tap", "DELETE /data",
      "HEAD /tap", "get /tree", "GET /tap", "POST /tree", "QUERY /tree", "M-SEARCH /tree",
    ] {
      attempts.append(Attempt(line, own, 405))
    }
    for line in [
      "OPTIONS *", "CONNECT 127.0.0.1:80", "CONNECT evil.example:443", "GET http://\(app.host)/tree",
      "GET http://evil.example/", "GET tree", "GET \\tree", "GET /tree%00", "GET /tree%ff",
      "GET /%c0%ae/tree",
      "GET /tree%", "GET /tree%2", "GET /tree%zz", "GET /tré", "GET /tree#x", "GET /tree\u{0}", "GET / tree",
      "GET  /tree", "GET\t/tree", " GET /tree", "GET /tree?a=1&a=2", "GET /tree?\u{7F}",
    ] {
      attempts.append(Attempt(line, own, 400))
    }
    for path in [
      "//tree", "///", "/tree/", "/tree/.", "/tree/..", "/./tree", "/../tree", "/..", "/%2e%2e/tree",
      "/%2e/tree",
      "/%2Ftree", "/tree%2F", "/tree%0a", "/tree%20", "/tree;x=1", "/tree.json", "/TREE", "/Tree",
      "/index.html",
      "/etc/passwd", "/../../../../etc/passwd", "/%2e%2e%2f%2e%2e%2fetc/passwd", "/..%5c..%5cetc",
      "/tree%3Fa=1",
      "/%EF%BC%8Ftree", "/tre%65%CC%81", "/favicon.ico", "/.git/config",
    ] {
      attempts.append(Attempt("GET \(path)", own, 404))
    }
    for name in ["../../../../etc/passwd", "/etc/passwd", "..", "", "%2e%2e%2fvalues.plist"] {
      for part in ["documents", "library", "preferences", "../documents", ""] {
        attempts.append(Attempt("GET /contents?part=\(part)&name=\(name)", own, 400))
      }
    }
    // The one other way to write a path is the same path for the guard, too.
    attempts.append(Attempt("GET /%74ree", own, 200))
    try check(attempts, at: door, of: app)
    #expect(try app.isUntouched())
  }

  private func check(_ attempts: [Attempt], at door: AttackedApp.Door, of app: AttackedApp) throws {
    for attempt in attempts {
      let client = try app.client(door)
      try client.send("\(attempt.line) HTTP/1.1\r\n\(attempt.fields.map { "\($0)\r\n" }.joined())\r\n")
      client.finishSending()
      let answer = try client.rest()
      #expect(answer.hasPrefix("HTTP/1.1 \(attempt.status) "), "\(attempt): \(answer.prefix(500))")
      let text = answer.lowercased()
      #expect(
        !text.contains("access-control-") && !text.contains("root:"), "\(attempt): \(answer.prefix(500))")
      // Nothing of the secret comes back, least of all by TRACE.
      if attempt.status >= 400 { #expect(!text.contains(app.token), "\(attempt)") }
    }
  }
}
