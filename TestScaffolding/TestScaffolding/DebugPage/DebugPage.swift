#if DEBUG
import AppData
import Foundation
import LocalHTTP

/// The page with which developers look at and steer the running app in a browser.
///
/// The files in this folder are served as one document, which contains no secret. The page fetches what it shows with
/// the token from its address; browsers never send that part, after the `#`. Identifiers that begin with `cs-` belong
/// to the page, all others to the app.
enum DebugPage {
  /// The path of the page.
  static let path = "/"

  /// The complete answer with the page.
  static let response = HTTPResponse(
    headers: [
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
    ], body: Array(document.utf8))

  /// Allows only the page's own scripts and style, and connections only to the app.
  private static let policy = [
    "default-src 'none'",
    "script-src \(hashes(ofFilesEndingIn: ".js"))",
    "style-src \(hashes(ofFilesEndingIn: ".css"))",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  /// The text of `page.html`, with the files that it refers to inserted.
  static let document = text(of: "page.html")
    .replacing(/<link rel="stylesheet" href="(.+)">/) { "<style>\(text(of: $0.output.1))</style>" }
    .replacing(/<script src="(.+)"><\/script>/) { "<script>\(text(of: $0.output.1))</script>" }

  private static func text(of file: Substring) -> String { EmbeddedFiles.texts[String(file), default: ""] }

  private static func hashes(ofFilesEndingIn ending: String) -> String {
    EmbeddedFiles.texts.filter { $0.key.hasSuffix(ending) }.sorted { $0.key < $1.key }
      .map { "'sha256-\(Data(Digest(of: $0.value.utf8).bytes).base64EncodedString())'" }
      .joined(separator: " ")
  }
}
#endif
