#if DEBUG
import Foundation
import Processes

/// The user's browser.
enum UserBrowser {
  private static func names(in surroundings: Surroundings) -> String {
    surroundings.environment.given("BROWSER") ?? "xdg-open"
  }

  /// What to say where there is none.
  static func advice(for address: String, in surroundings: Surroundings) -> String {
    "There is no '\(names(in: surroundings))' to open it with. Open it yourself, or name a program in BROWSER: \(address)"
  }

  /// Starts it, and does not wait for its end. Returns false if there is none, or no shell to start it from.
  static func open(_ address: String, in surroundings: Surroundings) -> Bool {
    // By custom, colons are between several programs, and each may have arguments; or a space in its path.
    let commands = names(in: surroundings).split(separator: ":").flatMap {
      [[String($0)], $0.split(separator: " ").map(String.init)]
    }
    let folders = surroundings.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    func found(_ words: [String]) -> [String]? {
      guard let name = words.first else { return nil }
      let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
      return places.first(where: FileManager.default.isExecutableFile).map { [$0] + words.dropFirst() }
    }
    guard let command = commands.lazy.compactMap(found).first else { return false }
    // By the same custom, a word may say where the address goes.
    let words =
      command.contains { $0.contains("%s") }
      ? command.map { $0.replacing("%s", with: address) } : command + [address]
    // In a group of its own, because the group of a program that was run is ended with it.
    let script = #"set -m; "$@" </dev/null >/dev/null 2>&1 &"#
    let started: Data? = try? Subprocess.run(
      ["bash", "-c", script, "bash"] + words, in: surroundings.folder,
      environment: surroundings.environment, hidesErrors: true)
    return started != nil
  }
}
#endif
