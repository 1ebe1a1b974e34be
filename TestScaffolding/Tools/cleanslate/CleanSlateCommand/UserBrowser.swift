#if DEBUG
import Foundation
import Processes

/// The user's browser.
enum UserBrowser {
  /// Starts it, and does not wait for its end. Returns false if there is none, or no shell to start it from.
  static func open(_ address: String, in surroundings: Surroundings) -> Bool {
    let name = surroundings.environment.given("BROWSER") ?? "xdg-open"
    let folders = surroundings.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    guard let program = places.first(where: FileManager.default.isExecutableFile) else { return false }
    // In a group of its own, because the group of a program that was run is ended with it.
    let script = #"set -m; "$@" </dev/null >/dev/null 2>&1 &"#
    let started: Data? = try? Subprocess.run(
      ["bash", "-c", script, "bash", program, address], in: surroundings.folder,
      environment: surroundings.environment, hidesErrors: true)
    return started != nil
  }
}
#endif
