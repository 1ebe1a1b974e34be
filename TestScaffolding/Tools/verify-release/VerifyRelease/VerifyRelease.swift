import Foundation
import PackagePlugin

/// Builds the products for release, and runs a tool that checks them. The plugin itself contains nothing that needs
/// tests.
@main
struct VerifyReleasePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "VerifyReleaseTool").url
    let work = context.pluginWorkDirectoryURL
    let graph = work.appending(path: "graph.json")
    try JSONEncoder().encode(Graph(of: context.package)).write(to: graph)

    let plan = try run(tool, ["plan", graph.path, "--"] + arguments)
    var files: [String] = []
    for product in plan.split(separator: "\n").map(String.init) {
      print("Building \(product) for release")
      let build = try packageManager.build(
        .product(product), parameters: .init(configuration: .release, logging: .concise, echoLogs: true))
      guard build.succeeded else { throw Failure(description: "\(product) does not build for release.") }
      files += build.builtArtifacts.filter { $0.kind == .executable && $0.url.lastPathComponent == product }
        .map { "\(product)=\($0.url.path)" }
    }
    try run(tool, ["check", graph.path, work.path] + files + ["--"] + arguments, isShown: true)
  }

  /// Runs the tool, and returns its output unless that is shown. By the end of its input the tool knows that this process has
  /// ended, as it does with Ctrl-C.
  @discardableResult
  private func run(_ tool: URL, _ arguments: [String], isShown: Bool = false) throws -> String {
    let process = Process()
    let (output, life) = (Pipe(), Pipe())
    process.executableURL = tool
    process.standardInput = life
    process.arguments = arguments
    if !isShown { process.standardOutput = output }
    try process.run()
    let text =
      isShown ? "" : String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    withExtendedLifetime(life) {}
    switch process.terminationStatus {
    case 0: return text
    case 64: throw Failure(description: "See 'swift package verify-release --help'.")
    default: throw Failure(description: "The release is not proven clean.")
    }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }
}

/// The targets of the package and of the packages that it uses, in the format that the tool reads.
private struct Graph: Encodable {
  struct Node: Encodable {
    let name: String
    let folder: String
    let sources: [String]
    let uses: [String]
  }
  struct Executable: Encodable {
    let name: String
    let target: String
  }

  let package: String
  var targets: [Node] = []
  let executables: [Executable]

  init(of package: Package) {
    self.package = package.directoryURL.path
    executables = package.products(ofType: ExecutableProduct.self).map {
      Executable(name: $0.name, target: $0.mainTarget.name)
    }
    var rest = package.targets
    var seen: Set<Target.ID> = []
    while let target = rest.popLast() {
      guard seen.insert(target.id).inserted else { continue }
      let uses = target.dependencies.flatMap { dependency -> [any Target] in
        switch dependency {
        case .target(let target): [target]
        case .product(let product): product.targets
        @unknown default: []
        }
      }
      rest += uses
      targets.append(
        Node(
          name: target.name, folder: target.directoryURL.path,
          sources: target.sourceModule?.sourceFiles.map(\.url.path) ?? [], uses: uses.map(\.name)))
    }
  }
}
