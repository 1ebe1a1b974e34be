#if DEBUG
import AppDriver
import Foundation
import Glibc

/// A process with an app under test, which waits to be killed; for a test of what it leaves behind.
///
/// Its arguments are the name of the app, the folder for the app's private folder, and what to tap, if anything.
@main
struct KilledDriver {
  static func main() throws {
    let words = CommandLine.arguments
    var settings = AppSettings()
    settings.temporaryFolder = words[2]
    // Whoever kills this process does so while it waits for the app.
    settings.requestTimeout = .seconds(3_600)
    let app = App(words[1], settings: settings)
    try app.launch()
    print(app.processIdentifier ?? 0)
    fflush(nil)
    // What hangs does not answer.
    if words.count > 3 { try? app.cells[words[3]].tap() }
    while true { pause() }
  }
}
#else
@main
struct KilledDriver {
  static func main() {}
}
#endif
