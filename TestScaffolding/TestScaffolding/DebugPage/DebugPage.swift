#if DEBUG
import AppData
import Foundation
import LocalHTTP

/// The page that shows the running app in a browser, and all that a developer can do with it.
///
/// It is one document without any resource beside it. It holds no secret: what it shows, it asks for with the token
/// that stands in its address, behind the `#` that browsers keep to themselves.
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

  /// Only this script and this style run, and the page can talk to nobody but the app.
  static let policy = [
    "default-src 'none'",
    "script-src '\(hash(of: script))'",
    "style-src '\(hash(of: PageStyle.text))'",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].joined(separator: "; ")

  static let document = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>CleanSlate</title>
    <link rel="icon" href="data:,">
    <style>\(PageStyle.text)</style>
    </head>
    <body>
    \(PageMarkup.text)
    <script>\(script)</script>
    </body>
    </html>

    """

  private static let script = "'use strict';\n" + PageScript.parts.joined(separator: "\n")

  private static func hash(of text: String) -> String {
    "sha256-" + Data(Digest(of: text.utf8).bytes).base64EncodedString()
  }
}
#endif
