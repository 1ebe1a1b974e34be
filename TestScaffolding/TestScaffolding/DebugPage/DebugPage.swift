#if DEBUG
import AppData
import Foundation
import LocalHTTP

/// The page that shows the running app in a browser, and all that a developer can do with it.
///
/// The files beside this one are served as one document. It holds no secret: what it shows, it asks for with the token
/// that stands in its address, behind the `#` that browsers keep to themselves. Identifiers that begin with `cs-` are
/// the page's, all others are the app's.
enum DebugPage {
  /// Where the page is served.
  static let path = "/"

  /// The page as it is served.
  static let response = HTTPResponse(
    headers: [
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
    ], body: Array(document.utf8))

  /// Only these scripts and this style run, and the page can talk to nobody but the app.
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

  /// `page.html` with the text of each file that it names where it names it.
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
