package import Foundation

/// Runs `swift` in the package that this executable was built from.
package enum ProductBuild {
  /// The folder of the package.
  package static var package: URL {
    (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  /// The folder of this executable, where all products are.
  package static var products: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Builds a product beside this executable.
  package static func make(_ product: String) throws {
    let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
    try swift([
      "build", "--quiet", "--package-path", package.path, "--scratch-path", scratch.path, "--product",
      product,
    ])
  }

  /// Runs `swift` with these words, and throws if it fails. What it prints goes to standard error, if it is wanted.
  package static func swift(
    _ words: [String], environment: [String: String] = [:], showsOutput: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift"] + words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = showsOutput ? FileHandle.standardError : FileHandle.nullDevice
    if !showsOutput { process.standardError = FileHandle.nullDevice }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(words: words) }
  }

  struct Failed: Error, CustomStringConvertible {
    let words: [String]
    var description: String { "This failed: swift \(words.joined(separator: " "))" }
  }
}
