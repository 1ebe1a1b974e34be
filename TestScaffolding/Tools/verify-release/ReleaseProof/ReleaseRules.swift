import Foundation
import ToolOptions

/// The rules about what may ship.
struct ReleaseRules: Sendable {
  /// The modules that no release may contain.
  var scaffolding = [
    "TestScaffolding", "ControlProtocol", "LocalHTTP", "Beeper", "ObjectGraph", "ObjectMemory", "Leaks",
    "HeldResources", "LaunchServer", "Processes", "Records", "Snapshots", "Audit", "AppDriver",
  ]
  /// The file name endings of resources that a build tool embeds into sources of these modules.
  var embeddedEndings = [".html", ".css", ".js"]
  /// The one module through which an app may depend on the scaffolding.
  var bridge = "SampleAppKit"
  /// The folders whose executables are development tools, which never ship.
  var developmentFolders = ["TestScaffolding/Tools", "Tests"]
  /// What every app runs by.
  var runtime = "AppRuntime"
  /// The prefixes of libraries that belong only in tests.
  var testLibraries = ["libXCTest", "libTesting", "lib_Testing"]
  /// The source that declares the options of a debug build, each as a literal: `"--reset-on LIST"`.
  var optionsFile = "ControlProtocol/ControlOption.swift"
  /// The options that a release has to refuse, each with a value if it takes one.
  var refusedOptions: [[String]] = []
  /// The prefixes of launch arguments that only a debug build understands.
  var flagPrefixes = ["EPHEMERAL_", "AUTOMATION_"]

  /// The file whose `#if DEBUG` the negative control removes; it must not need other files of its module.
  var controlFile = "TestScaffolding/ControlProtocol/FlagArgument.swift"
  /// Source code that uses that file, to be added to an app.
  var controlUse = #"""
    import ControlProtocol

    enum ForgottenGate: CaseIterable {
      case one
      var words: [String] { FlagArgument.allCases.map(\.rawValue) }
    }

    """#
}

extension ReleaseRules {
  /// Reads the options from the source that declares them, so that none is forgotten.
  mutating func readOptions(of graph: TargetGraph) throws {
    guard let file = graph.targets.flatMap(\.sources).first(where: { $0.hasSuffix("/\(optionsFile)") }) else {
      throw ToolFailure("The package has no \(optionsFile), which declares the options to try.")
    }
    refusedOptions = Self.options(in: try String(contentsOf: URL(filePath: file), encoding: .utf8))
    guard !refusedOptions.isEmpty else {
      throw ToolFailure("\(file) declares no option: no literal in it begins with \"--\".")
    }
  }

  /// Returns the options declared in a source. Each placeholder, such as `LIST`, serves as the value to try.
  static func options(in source: String) -> [[String]] {
    SwiftSource(source).literals.map(\.text).filter { $0.hasPrefix("--") }
      .map { $0.split(separator: " ").map(String.init) }
  }

  /// Words that no release may contain, even if the product's own sources contain them.
  var telltales: [String] { refusedOptions.compactMap(\.first) + flagPrefixes }

  /// Returns whether a build tool embeds the file into a source.
  func embeds(_ file: String) -> Bool { embeddedEndings.contains { file.hasSuffix($0) } }

  /// Returns whether what the file says may be in a binary.
  func isRead(_ file: String) -> Bool { file.hasSuffix(".swift") || isC(file) || embeds(file) }

  /// Returns whether a compiler for C reads the file.
  func isC(_ file: String) -> Bool { [".c", ".cc", ".cpp", ".cxx"].contains { file.hasSuffix($0) } }

  /// Returns whether an executable is an app of CleanSlate, and not a tool of the package's own, which may do as it likes.
  func isApp(_ executable: TargetGraph.Executable, in graph: TargetGraph) -> Bool {
    graph.reach(from: executable.target).contains(runtime)
  }

  /// Returns whether an executable is meant to ship.
  func ships(_ executable: TargetGraph.Executable, in graph: TargetGraph) -> Bool {
    guard let target = graph.target(executable.target) else { return true }
    let folder = graph.relative(target.folder) + "/"
    return !developmentFolders.contains { folder.hasPrefix($0 + "/") }
  }

  /// The targets that ship in some executable, of whatever package, without the scaffolding.
  func shipped(in graph: TargetGraph) -> [TargetGraph.Target] {
    let executables = graph.executables.filter { ships($0, in: graph) }
    return Set(executables.flatMap { graph.reach(from: $0.target) }).subtracting(scaffolding).sorted()
      .compactMap(graph.target)
  }
}
