import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import ReleaseProof

@Suite("A contaminated executable")
struct ContaminationTests {
  private static let source = """
    public enum Handshake: String, CaseIterable {
      case greeting = "--control-socket"
      case short = "EPHEMERAL_"
    }

    @main
    struct Entry {
      static func main() {
        for word in Handshake.allCases where CommandLine.arguments.contains(word.rawValue) { print(word) }
      }
    }
    """

  @Test("is caught by its symbols and strings, and by its strings when it is stripped")
  func caughtAfterStrip() throws {
    let folder = try TestFolder()
    let source = try folder.write(Self.source, to: "Handshake.swift")
    let built = folder.path + "/app"
    let stripped = folder.path + "/stripped"
    try Subprocess.run([
      "swiftc", "-O", "-parse-as-library", "-module-name", "ControlProtocol", "-o", built, source,
    ])
    try Subprocess.run(["strip", "--strip-all", "-o", stripped, built])

    let graph = TargetGraph(
      package: folder.path,
      targets: [.init("ControlProtocol", folder: folder.path, sources: [source]), .init("App")],
      executables: [.init("App", target: "App")])
    let inspector = try Inspector(rules: ReleaseRules(), graph: graph)
    let whole = inspector.inspect(graph.executables[0], file: built).findings
    let bare = inspector.inspect(graph.executables[0], file: stripped).findings

    #expect(Set(whole.map(\.kind)) == [.symbol, .string])
    #expect(whole.contains { $0.kind == .symbol && $0.source == "Handshake.swift:1" })
    #expect(Set(bare.map(\.kind)) == [.string])
    let expected = [
      Finding(.string, "ControlProtocol", in: ".rodata"),
      Finding(.string, "Handshake", in: ".rodata", from: "Handshake.swift:1"),
      Finding(.string, "--control-socket", in: ".rodata", from: "Handshake.swift:2"),
      Finding(.string, "EPHEMERAL_", in: ".text", from: "Handshake.swift:3"),
    ]
    for finding in expected { #expect(bare.contains(finding), "\(bare)") }
  }

  @Test("is caught by a line of a file that is embedded into the scaffolding")
  func embeddedFile() throws {
    let folder = try TestFolder()
    let page = try folder.write("<main>\n  <p>Begin with a clean slate</p>\n", to: "page.html")
    let app = try folder.write("@main struct App { static func main() { print(text) } }", to: "App.swift")
    let leak = try folder.write("let text = \"<p>Begin with a clean slate</p>\"", to: "Leak.swift")
    try Subprocess.run(["swiftc", "-parse-as-library", "-o", folder.path + "/app", app, leak])
    let graph = TargetGraph(
      package: folder.path,
      targets: [.init("TestScaffolding", folder: folder.path, sources: [page]), .init("App")],
      executables: [.init("App", target: "App")])
    let inspection = try Inspector(rules: ReleaseRules(), graph: graph)
      .inspect(graph.executables[0], file: folder.path + "/app")
    #expect(
      inspection.findings == [
        Finding(.string, "<p>Begin with a clean slate</p>", in: ".rodata", from: "page.html:2")
      ])
  }

  @Test(
    "is caught in the libraries that ship beside it, also in one that only another needs",
    .enabled(if: CCompiler.path != nil, "There is no clang in PATH."))
  func libraries() throws {
    let folder = try TestFolder()
    let graph = TargetGraph(
      package: folder.path, targets: [.init("App")], executables: [.init("App", target: "App")])
    func link(_ source: String, to name: String, _ options: String...) throws {
      let file = try folder.write(source, to: name + ".c")
      try Subprocess.run(
        [
          #require(CCompiler.path), "-o", "\(folder.path)/\(name)", file, "-L\(folder.path)",
          "-Wl,-rpath,$ORIGIN",
        ] + options)
    }
    func findings() throws -> [Finding] {
      try Inspector(rules: ReleaseRules(), graph: graph)
        .inspect(graph.executables[0], file: folder.path + "/app").findings
    }
    for word in ["honest", "EPHEMERAL_"] {
      try link("const char *deep(void) { return \"\(word)\"; }", to: "libDeep.so", "-shared", "-fPIC")
      try link(
        "const char *deep(void);\nconst char *kit(void) { return deep(); }", to: "libKit.so", "-shared",
        "-fPIC",
        "-lDeep")
      try link("int kit(void);\nint main(void) { return kit(); }", to: "app", "-lKit")
      #expect(
        try findings()
          == (word == "honest" ? [] : [Finding(.string, "EPHEMERAL_", in: ".rodata of libDeep.so")]))
    }
  }

  @Test("is caught by a function of the scaffolding's C, of which every one that others can call is known")
  func functionInC() throws {
    let folder = try TestFolder()
    let path = folder.path + "/app"
    try Data(TinyElf(symbols: ["main", "ObjectTableBegin"]).bytes).write(to: URL(filePath: path))
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let targets = try ["LaunchServer", "ObjectMemory"].map { name in
      let place = "\(root)/TestScaffolding/\(name)"
      let files = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
      return TargetGraph.Target(name, folder: place, sources: files.map { "\(place)/\($0)" })
    }
    let graph = TargetGraph(
      package: root, targets: targets + [.init("App")], executables: [.init("App", target: "App")])
    let inspector = try Inspector(rules: ReleaseRules(), graph: graph)
    let findings = inspector.inspect(graph.executables[0], file: path).findings
    #expect(findings.map(\.what) == ["ObjectTableBegin"])
    #expect(findings.first?.source?.hasPrefix("TestScaffolding/ObjectMemory/ObjectTable.c:") == true)

    let known = Set(inspector.traces.traces.filter { $0.kind == .function }.map(\.text))
    for folder in targets.map({ $0.folder + "/include" }) {
      for header in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let text = try String(contentsOfFile: "\(folder)/\(header)", encoding: .utf8)
        let declared = text.matches(of: #/^\w.*?\b(\w+)\(/#.anchorsMatchLineEndings()).map { String($0.1) }
        #expect(!declared.isEmpty && known.isSuperset(of: declared), "\(header)")
      }
    }
  }

  @Test("is made of all that is in the folders with targets, but not of what builds and tests left there")
  func copiedFolders() throws {
    let folder = try TestFolder()
    let sources = [
      "Core/Tree/A.swift", "Package.swift", "Tests/Plug/C.swift", "Tests/Shop/.swift-format",
      "Tests/Shop/B.swift",
    ]
    for file in sources + ["Tests/Other/.build/D.o", "Tests/Other/TestResults/E.json", "docs/F.md"] {
      let place = URL(filePath: "\(folder.path)/\(file)").deletingLastPathComponent()
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try folder.write(file, to: file)
    }
    // A plug-in is not among the targets of the graph.
    let targets = ["Core/Tree", "Tests/Shop"].map { TargetGraph.Target($0, folder: folder.path + "/" + $0) }
    let graph = TargetGraph(
      package: folder.path, targets: targets + [.init("Elsewhere", folder: "/elsewhere")], executables: [])
    let copy = folder.path + "/copy"
    try NegativeControl(rules: ReleaseRules(), graph: graph, workFolder: folder.path).copyPackage(to: copy)
    let copied = try FileManager.default.subpathsOfDirectory(atPath: copy).sorted()
    #expect(copied.filter { sources.contains($0) } == sources)
    #expect(
      copied.filter { !sources.contains($0) } == [
        "Core", "Core/Tree", "Tests", "Tests/Other", "Tests/Plug", "Tests/Shop",
      ])
  }

  @Test("is not built to its end when nobody waits for it any more, and is not left")
  func interrupted() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/Gate", withIntermediateDirectories: true)
    try folder.write("// no package", to: "Package.swift")
    try folder.write("#if DEBUG\n#endif\n", to: "Gate/Gate.swift")
    var rules = ReleaseRules()
    rules.controlFile = "Gate/Gate.swift"
    let graph = TargetGraph(
      package: folder.path, targets: [.init("App", folder: folder.path + "/Gate")],
      executables: [.init("App", target: "App")])
    let (reading, writing) = try Descriptor.pipe()
    writing.close()
    let work = folder.path + "/work"
    let control = NegativeControl(rules: rules, graph: graph, workFolder: work)
    #expect(throws: Subprocess.Interrupted.self) {
      try control.run(on: graph.executables[0], until: reading)
    }
    #expect(throws: Subprocess.Interrupted.self) {
      try TargetGraph.dump(of: folder.path, until: reading)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: work) == [])
  }

  @Test("that cannot be read is not taken for a clean one")
  func unreadable() throws {
    let folder = try TestFolder()
    let script = try folder.write("#!/bin/sh\n", to: "app")
    let graph = TargetGraph(package: folder.path, targets: [], executables: [])
    let inspection = try Inspector(rules: ReleaseRules(), graph: graph)
      .inspect(.init("App", target: "App"), file: script)
    #expect(
      inspection.findings == [
        Finding(
          .unreadable, "not an ELF file: it begins with 23 21 2f 62 where an ELF file has 7f 45 4c 46",
          in: script)
      ])
  }
}
