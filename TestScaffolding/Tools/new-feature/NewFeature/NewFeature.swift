import Foundation
import PackagePlugin

/// Runs a tool that writes a new feature into the package. The plugin itself contains nothing that needs tests.
@main
struct NewFeature: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "NewFeatureTool").url
    process.arguments = [context.package.directoryURL.path, "--"] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "The feature was not written.") }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
