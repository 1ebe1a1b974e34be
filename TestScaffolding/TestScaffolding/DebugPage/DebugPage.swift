#if DEBUG
import ControlProtocol
import LocalHTTP

/// A page that shows the running app in a browser.
///
/// The files in this folder are served as one document, which contains no secret. The page fetches what it shows with
/// the token from its address; browsers never send that part, after the `#`. Identifiers that begin with `cs-` belong
/// to the page, all others to the app.
struct DebugPage {
  /// The workbench, with which developers look at and steer the app.
  static let workbench = DebugPage("page.html")
  /// The app's screen alone, for tools that drive browsers.
  static let app = DebugPage("app.html")

  /// Where pages are.
  static let paths: Set = ["/", WorkbenchAddress.appPath]

  /// The page there. It is made when a browser first asks for it: that takes longer than all else that a launch does, and
  /// apps in tests are seldom asked.
  static func at(_ path: String) -> DebugPage? {
    switch path {
    case "/": workbench
    case WorkbenchAddress.appPath: app
    default: nil
    }
  }

  /// The text of the page's file, with the files that it refers to inserted.
  let document: String
  /// The complete answer with the page.
  let response: HTTPResponse

  private init(_ file: String) {
    let page = WholePage(file) { EmbeddedFiles.texts[$0, default: ""] }
    document = page.document
    response = HTTPResponse(
      headers: [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": Self.policy(of: page),
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Opener-Policy": "same-origin",
      ], body: Array(document.utf8))
  }

  /// Allows only the page's own scripts and style, and connections only to the app.
  private static func policy(of page: WholePage) -> String {
    [
      "default-src 'none'",
      page.source(of: "script"),
      page.source(of: "style"),
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
  }
}
#endif
