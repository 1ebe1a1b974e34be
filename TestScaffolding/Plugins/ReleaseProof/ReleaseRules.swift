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
  /// The options of a debug build that a release refuses, each with a value if it takes one.
  var refusedOptions = [
    ["--ResetData"], ["--control-socket", "control.sock"], ["--control-port", "0"], ["--headless"],
    ["--ready-fd", "1"], ["--lifeline-fd", "1"], ["--reset-on", "http"], ["--reset-gesture", "ctrl-r:3"],
  ]
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
