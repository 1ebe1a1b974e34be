package import Foundation
import TestSupport

/// The colours that a person prefers.
package enum ColourScheme: String, Sendable, CaseIterable { case light, dark }

extension Browser {
  /// Shows the page as for a person who prefers the colours.
  package func prefer(_ scheme: ColourScheme) async throws {
    let feature: JSONValue = ["name": "prefers-color-scheme", "value": .string(scheme.rawValue)]
    _ = try await chromium("Emulation.setEmulatedMedia", ["features": [feature]])
  }

  /// Gives the page a size that may be smaller than a window can be.
  package func resize(to size: WindowSize) async throws {
    _ = try await chromium(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(size.width)), "height": .number(Double(size.height)), "deviceScaleFactor": 1,
        "mobile": false,
      ])
  }

  /// Takes the network away from the page, or gives it back.
  package func setOffline(_ isOffline: Bool) async throws {
    _ = try await chromium("Network.enable")
    _ = try await chromium(
      "Network.emulateNetworkConditions",
      ["offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
  }

  /// The size that the page has.
  package var windowSize: WindowSize {
    get async throws {
      let sides = try await execute("return [innerWidth, innerHeight]", as: [Int].self)
      return WindowSize(width: sides[0], height: sides[1])
    }
  }

  /// Scrolls to the top and draws the whole page, what is below the window's edge too, as PNG.
  package func screenshot() async throws -> Data {
    try await execute("scrollTo(0, 0)")
    let reply = try await chromium(
      "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
    guard case .object(let fields) = reply, case .string(let text)? = fields["data"],
      let data = Data(base64Encoded: text)
    else { throw BrowserError("The browser drew no picture.") }
    return data
  }

  /// Draws the page into `browser/NAME.png` in the folder of results and returns the path.
  @discardableResult
  package func saveScreenshot(_ name: String) async throws -> String {
    let folder = BrowserResults.folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(name).png"
    try await screenshot().write(to: URL(filePath: path))
    return path
  }

  /// Does the same in the long form only: nothing compares the pictures of tests that pass.
  package func keepPicture(_ name: String) async throws {
    if try Effort().isLong { try await saveScreenshot(name) }
  }
}

/// Where pictures of the browser are kept.
package enum BrowserResults {
  /// `browser` in `CLEANSLATE_RESULTS`, or in `TestResults` below the current directory.
  package static func folder(environment: [String: String], currentFolder: String) -> String {
    let chosen = environment["CLEANSLATE_RESULTS"] ?? ""
    return (chosen.isEmpty ? currentFolder + "/TestResults" : chosen) + "/browser"
  }

  static var folder: String {
    folder(
      environment: ProcessInfo.processInfo.environment,
      currentFolder: FileManager.default.currentDirectoryPath)
  }
}
