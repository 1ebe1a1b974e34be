import Foundation
import PackagePlugin

/// Runs a tool that writes the web files of a target into a source file of that target.
@main
struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let files = target.sourceModule?.sourceFiles.map(\.url) ?? []
    let inputs = files.filter { ["html", "css", "js"].contains($0.pathExtension) }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embed the files of \(target.name)",
        executable: try context.tool(named: "EmbedPageTool").url,
        arguments: [output.path] + inputs.map(\.path), inputFiles: inputs, outputFiles: [output])
    ]
  }
}
