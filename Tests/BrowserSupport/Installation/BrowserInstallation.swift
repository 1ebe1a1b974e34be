import Foundation
package import Testing

/// The browser and its driver, as far as they are installed on this machine.
package struct BrowserInstallation: Sendable {
  package let browser: String?
  package let driver: String?

  /// Looks for the executables in the folders, in their order.
  package init(folders: [String]) {
    func find(_ names: [String]) -> String? {
      names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
    // The first is the same engine without the windows that nobody sees here: it takes two thirds of the time.
    browser = find(["chromium-headless-shell", "chromium", "google-chrome", "chrome"])
    driver = find(["chromedriver"])
  }

  /// What the folders of `PATH` hold.
  package static var current: BrowserInstallation {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return BrowserInstallation(folders: path.split(separator: ":").map(String.init))
  }

  /// One line that says what is missing and how to install it; nil when nothing is.
  package var gap: String? {
    let missing = [browser == nil ? "chromium" : nil, driver == nil ? "chromium-driver" : nil].compactMap(
      \.self)
    guard !missing.isEmpty else { return nil }
    return "\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") not installed; "
      + "on Debian: apt-get install \(missing.joined(separator: " "))"
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the tests, with one line that says what is missing, where there is no browser to drive.
  package static var needsBrowser: Self {
    let gap = BrowserInstallation.current.gap
    return .enabled(if: gap == nil, "\(gap ?? "")")
  }
}
