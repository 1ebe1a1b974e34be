#if DEBUG
/// What makes the address of an app's workbench, as its user keeps it from one start of the app to the next.
package struct WorkbenchAddress: Codable, Equatable, Sendable {
  package var token: String
  /// The port of the last start.
  package var port: UInt16?

  package init(token: String) { self.token = token }

  /// The folders below that for the state of apps, in which each app has a file.
  package static let levels = ["cleanslate", "workbench"]

  package static func folder(below state: String) -> String {
    "\(state)/\(levels.joined(separator: "/"))"
  }

  /// The address of the page. What stands behind the `#` is not sent to the server.
  package static func page(_ url: String, token: String) -> String { "\(url)/#token=\(token)" }

  /// A page that leads a browser on to the address, which then stands in no list of processes.
  package static func door(to page: String) -> String {
    """
    <!doctype html><meta http-equiv="refresh" content="0;url=\(page)"><title>Workbench</title>

    """
  }

  /// The path of the page with the app's screen alone.
  package static let appPath = "/app"

  /// The address of the app's screen alone, beside that of the workbench.
  package static func app(beside page: String) -> String { page.replacing("/#", with: "\(appPath)#") }
}
#endif
