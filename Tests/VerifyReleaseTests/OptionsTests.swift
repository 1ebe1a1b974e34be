import Foundation
import Testing
import ToolOptions

@testable import ReleaseProof

@Suite("The words after swift package verify-release")
struct OptionsTests {
  private let graph = TargetGraph(
    package: "/p",
    targets: [
      .init("Shop", folder: "/p/SampleApps/Shop"), .init("Tool", folder: "/p/TestScaffolding/Tools/Tool"),
    ],
    executables: [.init("Shop", target: "Shop"), .init("Tool", target: "Tool")])

  @Test("mean what they say")
  func options() throws {
    let options = try Options(["--product", "Shop", "--negative-control", "--product", "Orders"])
    #expect(options.products == ["Shop", "Orders"])
    #expect(options.negativeControl)
    #expect(!options.help)
  }

  @Test("are refused if they make no sense")
  func unknown() {
    #expect(throws: UsageError(description: "Unknown option '--produkt'. Did you mean '--product'?")) {
      try Options(["--produkt"])
    }
    #expect(
      throws: UsageError(description: "Missing value after '--product': expected '--product NAME'.")
    ) { try Options(["--product"]) }
  }

  @Test("are explained in lines of at most 80 columns", arguments: ["--help", "-h"])
  func help(word: String) throws {
    #expect(try Options([word]).help)
    #expect(Options.usage.text.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test("choose among the executables that ship")
  func selection() throws {
    #expect(try Options([]).selection(from: graph, rules: ReleaseRules()).map(\.name) == ["Shop"])
    #expect(throws: UsageError(description: "No executable 'Tool' ships; these do: Shop.")) {
      try Options(["--product", "Tool"]).selection(from: graph, rules: ReleaseRules())
    }
  }

  @Test("of a debug build are read from where they are declared")
  func refusedOptions() throws {
    let source = """
      /// Not "--this".
      enum Option: String { case a = "--a", b = "--b-c NAME", c = "word" }
      """
    #expect(ReleaseRules.options(in: source) == [["--a"], ["--b-c", "NAME"]])
    #expect(try RepositoryOptions.declared.count > 6)
  }
}

/// The options that this repository declares.
enum RepositoryOptions {
  static var declared: [[String]] {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let source = root.appending(path: "TestScaffolding/\(ReleaseRules().optionsFile)")
      return ReleaseRules.options(in: try String(contentsOf: source, encoding: .utf8))
    }
  }
}
