import Foundation
import PackagePlugin

/// Runs a tool that reads the log of a test run. The plugin itself contains nothing that needs tests.
@main
struct LaunchReportPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    // A "-" after one of these options means standard output, which works.
    let readsInput = zip([""] + arguments, arguments).contains {
      $1 == "-" && !["--svg", "--html"].contains($0)
    }
    guard !readsInput else {
      throw Failure(
        description: "Standard input does not reach a plugin: run 'swift run LaunchReportTool -'.")
    }
    let process = Process()
    process.executableURL = try context.tool(named: "LaunchReportTool").url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(description: "There is no launch report.") }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}
