import Foundation
import Processes
import TestSupport
import Testing

@Suite("The manifest")
struct ManifestTests {
  @Test(
    "does not compile with an edge that the architecture forbids",
    arguments: [
      #"let bad = core("ElementTree", uses: [onboarding])"#,
      #"let bad = core("ElementTree", uses: [testScaffolding])"#,
      #"let bad = core("ElementTree", uses: [storefrontContracts])"#,
      #"let bad = contracts("OtherContracts", uses: [onboarding])"#,
      #"let bad = feature("OtherFeature", uses: [onboarding])"#,
      #"let bad = feature("OtherFeature", uses: [], contracts: onboarding)"#,
      #"let bad = feature("OtherFeature", uses: [sampleAppKit])"#,
      #"let bad = sampleApp("Other", kit: sampleAppKit, uses: [testScaffolding])"#,
      #"let bad = productionApp("Other", uses: [sampleAppKit])"#,
      #"let bad = productionApp("Other", uses: [testScaffolding])"#,
      #"let bad = composition("Other", uses: [], contracts: storefrontContracts, features: [sampleAppKit])"#,
      #"let bad = feature("OtherFeature", uses: [storefrontComposition])"#,
    ])
  func forbiddenEdge(line: String) async throws {
    let manifest = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(try await evaluate(manifest) == "")
    let output = try await evaluate(manifest + "\n" + line + "\n")
    #expect(output.contains("error: cannot convert value of type"), "\(output)")
  }

  /// Type-checks the manifest and returns what the compiler complains of.
  private func evaluate(_ manifest: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    // The package manager leaves files of its own where temporary ones belong.
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["swift", "package", "--package-path", folder.path, "dump-package"],
      environment: environment, timeout: .seconds(300))
    return outcome.status == .exited(0) ? "" : outcome.standardError.text
  }
}
