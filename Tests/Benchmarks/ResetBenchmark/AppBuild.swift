#if DEBUG
import Foundation

/// Builds the apps that are measured, beside this executable.
enum AppBuild {
  static func make(_ product: String) throws {
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let scratch = executable.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--quiet", "--package-path", package.path, "--scratch-path", scratch.path,
      "--product",
      product,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(product: product) }
  }

  struct Failed: Error, CustomStringConvertible {
    let product: String
    var description: String { "\(product) does not build: swift build --product \(product)" }
  }
}
#endif
