import Foundation
import OperatingSystem
import Processes

/// Contaminates a copy of the package on purpose, and checks that the proof catches it.
struct NegativeControl {
  /// The result of one contamination.
  struct Outcome: Sendable, Equatable {
    let contamination: String
    let findings: [Finding]
    /// The kinds of findings that all have to occur.
    let expected: [Finding.Kind]

    var isCaught: Bool {
      expected.allSatisfy { kind in findings.contains { $0.kind == kind } }
    }
  }

  let rules: ReleaseRules
  let graph: TargetGraph
  let workFolder: String

  init(rules: ReleaseRules, graph: TargetGraph, workFolder: String) {
    (self.rules, self.graph, self.workFolder) = (rules, graph, workFolder + "/negative-control")
  }

  /// Tries each contamination on an executable that uses the scaffolding in debug builds.
  ///
  /// - Parameter interruption: Becomes readable when nobody waits for the outcomes any more.
  func run(on executable: TargetGraph.Executable, until interruption: Descriptor?) throws -> [Outcome] {
    try? FileManager.default.removeItem(atPath: workFolder)
    defer {
      // A build that is interrupted leaves compilers, which would make the folder anew.
      _ = Strays.end(of: workFolder)
      try? FileManager.default.removeItem(atPath: workFolder)
    }
    let inspector = try Inspector(rules: rules, graph: graph)
    func findings(in file: String) -> [Finding] {
      inspector.inspect(executable, file: file).findings
        .filter { $0.source?.hasPrefix(rules.controlFile) == true }
    }
    let built = try buildContaminated(executable, until: interruption)
    let stripped = built + "-stripped"
    try Subprocess.run(["strip", "--strip-all", "-o", stripped, built], interruption: interruption)
    return [
      edgeOutcome(for: executable),
      Outcome(
        contamination: "\(rules.controlFile) without its gate", findings: findings(in: built),
        expected: [.symbol, .string]),
      Outcome(
        contamination: "the same executable, stripped", findings: findings(in: stripped),
        expected: [.string]),
    ]
  }

  static func report(of outcomes: [Outcome]) -> String {
    let rows = outcomes.map { outcome -> [String] in
      let counts = Finding.Kind.allCases.compactMap { kind -> String? in
        let count = outcome.findings.count { $0.kind == kind }
        return count == 0 ? nil : "\(kind.rawValue): \(count)"
      }
      return [
        outcome.contamination, counts.isEmpty ? "nothing" : counts.joined(separator: ", "),
        outcome.isCaught ? "caught" : "NOT CAUGHT",
      ]
    }
    return Report.table(["Contamination", "Findings", "Verdict"], rows) + "\n"
  }

  private func edgeOutcome(for executable: TargetGraph.Executable) -> Outcome {
    let targets = graph.targets.map { target in
      guard target.name == executable.target else { return target }
      return TargetGraph.Target(target.name, uses: target.uses + rules.scaffolding.prefix(1))
    }
    let bad = TargetGraph(package: graph.package, targets: targets, executables: graph.executables)
    return Outcome(
      contamination: "an edge past \(rules.bridge)",
      findings: EdgeCheck(rules: rules, graph: bad).findings(for: executable), expected: [.edge])
  }

  private func buildContaminated(
    _ executable: TargetGraph.Executable, until interruption: Descriptor?
  ) throws -> String {
    let copy = workFolder + "/package"
    try copyPackage(to: copy)
    try contaminate(copy, executable: executable)
    let scratch = workFolder + "/build"
    try Subprocess.run(
      [
        "swift", "build", "--configuration", "release", "--product", executable.name,
        "--package-path", copy, "--scratch-path", scratch,
      ],
      // By this, what it leaves is known.
      environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": workFolder + "/"]) { $1 },
      interruption: interruption)
    return "\(scratch)/release/\(executable.name)"
  }

  /// Copies the manifest and each top-level folder that contains a target, without what builds and tests left in it.
  func copyPackage(to copy: String) throws {
    let folders = graph.targets.filter { $0.folder.hasPrefix(graph.package + "/") }
      .compactMap { graph.relative($0.folder).split(separator: "/").first.map(String.init) }
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    for name in Set(folders + ["Package.swift"]) {
      try copySources("\(graph.package)/\(name)", to: "\(copy)/\(name)")
    }
  }

  private func copySources(_ source: String, to copy: String) throws {
    let files = FileManager.default
    guard try files.attributesOfItem(atPath: source)[.type] as? FileAttributeType == .typeDirectory else {
      return try files.copyItem(atPath: source, toPath: copy)
    }
    try files.createDirectory(atPath: copy, withIntermediateDirectories: false)
    for name in try files.contentsOfDirectory(atPath: source) where name != ".build" && name != "TestResults"
    {
      try copySources("\(source)/\(name)", to: "\(copy)/\(name)")
    }
  }

  /// Removes one `#if DEBUG`, and makes the app use the code inside it.
  private func contaminate(_ copy: String, executable: TargetGraph.Executable) throws {
    let gated = URL(filePath: "\(copy)/\(rules.controlFile)")
    let text = try String(contentsOf: gated, encoding: .utf8)
    let open = text.split(separator: "\n").filter { !$0.hasPrefix("#if DEBUG") && !$0.hasPrefix("#endif") }
    try open.joined(separator: "\n").write(to: gated, atomically: true, encoding: .utf8)
    let folder = graph.target(executable.target).map { graph.relative($0.folder) } ?? ""
    try rules.controlUse.write(
      toFile: "\(copy)/\(folder)/ForgottenGate.swift", atomically: true, encoding: .utf8)
  }
}
