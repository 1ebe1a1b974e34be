import Foundation

/// What may ship and what may not.
struct ReleaseRules: Sendable {
  /// The modules that no release may contain.
  var scaffolding = [
    "TestScaffolding", "ControlProtocol", "LocalHTTP", "Beeper", "ObjectGraph", "ObjectMemory",
    "HeldResources",
    "Processes", "AppDriver",
  ]
  /// How files end that a build tool writes into the sources of these modules.
  var embeddedEndings = [".html", ".css", ".js"]
  /// The one module through which an app may depend on the scaffolding.
  var bridge = "SampleAppKit"
  /// The folders whose executables are tools for development, and never ship.
  var developmentFolders = ["TestScaffolding/Plugins", "Tests"]
  /// How the libraries are called that belong into tests.
  var testLibraries = ["libXCTest", "libTesting", "lib_Testing"]
  /// The source that declares the options of a debug build, each as a literal: `"--reset-on LIST"`.
  var optionsFile = "ControlProtocol/ControlOption.swift"
  /// The options that a release refuses, each with a value if it takes one.
  var refusedOptions: [[String]] = []
  /// The prefixes of launch arguments that only a debug build understands.
  var flagPrefixes = ["EPHEMERAL_", "AUTOMATION_"]

  /// The file whose gate the negative control forgets; it needs no other file of its module.
  var controlFile = "TestScaffolding/ControlProtocol/FlagArgument.swift"
  /// How an app uses that file.
  var controlUse = #"""
    import ControlProtocol

    enum ForgottenGate: CaseIterable {
      case one
      var words: [String] { FlagArgument.allCases.map(\.rawValue) }
    }

    """#
}

extension ReleaseRules {
  /// Takes over the options from the source that declares them, so that none is forgotten.
  mutating func readOptions(of graph: TargetGraph) throws {
    guard let file = graph.targets.flatMap(\.sources).first(where: { $0.hasSuffix("/\(optionsFile)") }) else {
      throw MissingOptions(
        description: "The package has no \(optionsFile), which declares the options to try.")
    }
    refusedOptions = Self.options(in: try String(contentsOf: URL(filePath: file), encoding: .utf8))
    guard !refusedOptions.isEmpty else {
      throw MissingOptions(description: "\(file) declares no option: no literal in it begins with \"--\".")
    }
  }

  /// Returns the options in a source; a value is called there as it may well be given.
  static func options(in source: String) -> [[String]] {
    SwiftSource(source).literals.map(\.text).filter { $0.hasPrefix("--") }
      .map { $0.split(separator: " ").map(String.init) }
  }

  /// Why it is not known what to try.
  struct MissingOptions: Error, CustomStringConvertible { let description: String }

  /// Words that no release may contain, whoever says them: the product has no use for them.
  var telltales: [String] { refusedOptions.compactMap(\.first) + flagPrefixes }

  /// Returns whether a build tool writes the file into a source.
  func embeds(_ file: String) -> Bool { embeddedEndings.contains { file.hasSuffix($0) } }

  /// Returns whether an executable is made to be shipped.
  func ships(_ executable: TargetGraph.Executable, in graph: TargetGraph) -> Bool {
    guard let target = graph.target(executable.target) else { return true }
    let folder = graph.relative(target.folder) + "/"
    return !developmentFolders.contains { folder.hasPrefix($0 + "/") }
  }
}
