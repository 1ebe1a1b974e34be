import Foundation
import Processes
import Testing

@testable import ReleaseProof

@Suite("The architecture")
struct ArchitectureTests {
  @Test("asks for DEBUG in one file outside TestScaffolding, and that is in SampleAppKit")
  func oneSwitch() throws {
    let switches = try Repository.sources(in: ["Core", "Features", "SampleApps"])
      .filter { $0.debugConditions > 0 }.map(\.path)
    #expect(
      switches.allSatisfy { $0.hasPrefix("SampleApps/SampleAppKit/") } && switches.count <= 1, "\(switches)")
  }

  @Test("gates every source of TestScaffolding, from its first line to its last")
  func gatedScaffolding() throws {
    let open = try Repository.sources(in: ["TestScaffolding"])
      .filter { !$0.path.contains("/Tools/") && !SwiftSource.isWhollyInsideDebug($0.text) }.map(\.path)
    // What tools and tests start processes with, and what tests leave, is in no app's graph.
    let besideApps = ["TestScaffolding/Processes/", "TestScaffolding/Records/"]
    #expect(open.filter { path in !besideApps.contains(where: path.hasPrefix) } == [])
  }

  @Test("gates every source in C as well, and lets headers declare only")
  func gatedC() throws {
    let sources = try Repository.sources(in: ["TestScaffolding"], endingWith: ".c")
    let inC = [
      "LaunchServer/LaunchClient.c", "LaunchServer/LaunchMessage.c", "LaunchServer/LaunchServer.c",
      "LaunchServer/LaunchedApp.c", "LaunchServer/ParkedApp.c", "LaunchServer/Spare.c",
      "LaunchServer/ThreadNumber.c",
      "ObjectMemory/ElfFile.c", "ObjectMemory/HeapWalk.c", "ObjectMemory/MemoryPicture.c",
      "ObjectMemory/ObjectCounts.c", "ObjectMemory/ObjectMemory.c", "ObjectMemory/ObjectShapes.c",
      "ObjectMemory/ObjectTable.c", "ObjectMemory/ObjectWalk.c", "ObjectMemory/OpenFiles.c",
      "ObjectMemory/PictureSearch.c", "ObjectMemory/SourceLines.c", "ObjectMemory/ThreadValues.c",
      "ObjectMemory/TypeRecords.c",
    ]
    #expect(sources.map(\.path).sorted() == inC.map { "TestScaffolding/\($0)" })
    for source in sources {
      let code = source.codeLines
      var depth = 0
      let open = code.dropLast().filter { line in
        if line.hasPrefix("#if") { depth += 1 }
        if line.hasPrefix("#endif") { depth -= 1 }
        return depth == 0
      }
      #expect(code.first == "#ifdef DEBUG" && code.last == "#endif" && open == [], "\(source.path)")
    }
    for header in try Repository.sources(in: ["TestScaffolding"], endingWith: ".h") {
      // What only the sources of one folder share may be gated as they are.
      if header.codeLines.first == "#ifdef DEBUG", header.codeLines.last == "#endif" { continue }
      #expect(!header.codeLines.contains { $0.hasSuffix(") {") || $0.contains("= ") }, "\(header.path)")
    }
  }

  @Test("keeps the entry file of each app under thirty lines of code")
  func shortEntries() throws {
    let entries = try Repository.sources(in: ["SampleApps"]).filter { $0.text.contains("@main") }
    #expect(!entries.isEmpty)
    for entry in entries {
      #expect(entry.codeLines.count <= 30, "\(entry.path)")
    }
  }

  @Test("lets no feature import another but the contracts below them all, and no core module either of them")
  func independentFeatures() throws {
    let features = try Repository.modules(in: "Features")
    let contracts = "StorefrontContracts"
    #expect(features.contains("OnboardingFeature") && features.contains(contracts))
    for source in try Repository.sources(in: ["Core", "Features"]) {
      let own = source.path.split(separator: "/")[1]
      let allowed = source.layer == "Features" && own != contracts ? [contracts, String(own)] : [String(own)]
      let foreign = source.imports.filter { features.contains($0) && !allowed.contains($0) }
      #expect(foreign == [], "\(source.path)")
    }
  }

  @Test("lets only SampleAppKit import scaffolding, and the product import no test framework")
  func scaffoldingEdges() throws {
    let scaffolding = try Repository.modules(in: "TestScaffolding")
    for source in try Repository.sources(in: ["Core", "Features", "SampleApps"]) {
      let forbidden = source.imports.filter {
        scaffolding.contains($0) || ["XCTest", "Testing"].contains($0)
      }
      #expect(forbidden == [] || source.path.hasPrefix("SampleApps/SampleAppKit/"), "\(source.path)")
    }
  }

  @Test("has every module of the scaffolding named in the release proof")
  func provenModules() throws {
    let modules = try Repository.modules(in: "TestScaffolding").filter { $0 != "Tools" }
    #expect(modules.sorted() == ReleaseRules().scaffolding.sorted())
  }

  @Test("keeps files well under four hundred lines")
  func shortFiles() throws {
    let long = try Repository.sources().filter { $0.lines.count > 400 }.map {
      "\($0.path): \($0.lines.count)"
    }
    #expect(long == [])
  }

  @Test("holds no large file: what others have made is installed, not kept")
  func smallFiles() throws {
    let root = Repository.root
    // A copy of the sources without their history does not say what belongs to it.
    guard FileManager.default.fileExists(atPath: root.appending(path: ".git").path) else { return }
    let names = try Subprocess.run(["git", "ls-files", "-z"], in: root.path, readsOutput: true)
    let kept = String(decoding: names, as: UTF8.self).split(separator: "\0").map(String.init)
    let large = kept.filter { path in
      let file = root.appending(path: path)
      let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
      return size.map { $0 > 256 << 10 } ?? false
    }
    #expect(kept.contains("Package.swift"))
    #expect(large == [])
  }

  @Test("has no way to crash on purpose outside tests")
  func noTraps() throws {
    for source in try Repository.sources(in: ["Core", "Features", "SampleApps", "TestScaffolding"]) {
      let traps = source.codeLines.filter { line in
        ["try!", "fatalError(", "as! "].contains { line.contains($0) }
          && line.contains(#/\btry!|\bfatalError\(|\bas! /#)
      }
      #expect(traps == [], "\(source.path)")
    }
  }
}
