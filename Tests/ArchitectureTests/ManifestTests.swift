import Foundation
import Processes
import TestSupport
import Testing

@Suite("The manifest")
struct ManifestTests {
  private static let forbidden = [
    #"core("ElementTree", uses: [onboarding])"#,
    #"core("ElementTree", uses: [testScaffolding])"#,
    #"core("ElementTree", uses: [storefrontContracts])"#,
    #"contracts("OtherContracts", uses: [onboarding])"#,
    #"feature("OtherFeature", uses: [onboarding])"#,
    #"feature("OtherFeature", uses: [], contracts: onboarding)"#,
    #"feature("OtherFeature", uses: [sampleAppKit])"#,
    #"sampleApp("Other", kit: sampleAppKit, uses: [testScaffolding])"#,
    #"productionApp("Other", uses: [sampleAppKit])"#,
    #"productionApp("Other", uses: [testScaffolding])"#,
    #"composition("Other", uses: [], contracts: storefrontContracts, features: [sampleAppKit])"#,
    #"feature("OtherFeature", uses: [storefrontComposition])"#,
  ]

  @Test("does not compile with an edge that the architecture forbids")
  func forbiddenEdges() async throws {
    let manifest = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(try await evaluate(manifest) == "")
    let output = try await evaluate(manifest + Self.forbidden.map { "_ = \($0)\n" }.joined())
    let first = manifest.split(separator: "\n", omittingEmptySubsequences: false).count
    for (line, edge) in zip(first..., Self.forbidden) {
      let error = #/Package\.swift:(\d+):\d+: error: cannot convert value of type/#
      #expect(output.matches(of: error).contains { Int($0.1) == line }, "\(edge): \(output)")
    }
  }

  /// Type-checks the manifest and returns what the compiler complains of.
  private func evaluate(_ manifest: String) async throws -> String {
    let folder = try TestFolder()
    try folder.write(manifest, to: "Package.swift")
    // The package manager leaves files of its own where temporary ones belong.
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["swift", "package", "--package-path", folder.path, "dump-package"],
      environment: environment, timeout: .seconds(300))
    let said = outcome.standardError.text
    return outcome.status == .exited(0) && !said.contains("warning: ") ? "" : said
  }
}
