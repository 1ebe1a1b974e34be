import Foundation
import Processes
import TestSupport

/// Compiles programs against the walk that the tests were built with, and runs them.
struct Compiler {
  /// What came of a program.
  enum Outcome {
    case fine
    case wrong(String)
    /// The compiler ends with a signal, or the program does so without any walk.
    case leftOut(String)
  }

  private let path: String
  /// Where the tests and the modules were built.
  private let products: URL

  /// The first compiler that PATH names.
  static let found: Compiler? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path, let bundle = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    return Compiler(path: path, products: URL(filePath: bundle).deletingLastPathComponent())
  }()

  /// Says what is wrong with the walks of a program, and keeps the source of one with which something is.
  func walk(_ source: String, as name: String, isOptimized: Bool) async throws -> Outcome {
    let folder = products.appending(path: "type-fuzz/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(source.utf8).write(to: folder.appending(path: "main.swift"))
    let outcome = try await walk(in: folder, isOptimized)
    if case .wrong = outcome { return outcome }
    try FileManager.default.removeItem(at: folder)
    return outcome
  }

  private func walk(in folder: URL, _ isOptimized: Bool) async throws -> Outcome {
    let (source, program) = (
      folder.appending(path: "main.swift").path, folder.appending(path: "program").path
    )
    let home = try TemporaryHome()
    var environment = home.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    func run(_ executable: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
      try await ChildProcess.run(
        executable, arguments, environment: environment, timeout: .seconds(600))
    }
    let compilation = try await run(path, arguments(source, program, isOptimized))
    let said = compilation.standardError.text
    guard compilation.status == .exited(0) else {
      return said.contains("due to signal")
        ? .leftOut("the compiler crashes at it")
        : .wrong("\(source) does not compile: \(said.prefix(2_000))")
    }
    let alone = try await run(program, ["without-walk"])
    guard alone.status == .exited(0) else { return .leftOut("it \(alone.status) without a walk") }
    let outcome = try await run(program, [])
    if outcome.status == .exited(0) { return .fine }
    let last = outcome.standardError.text.suffix(500)
    return .wrong(
      "\(program) \(outcome.status).\n\(outcome.standardOutput.text.prefix(4_000))\nIt last wrote: \(last)")
  }

  private static let scaffolding = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../TestScaffolding")

  private func arguments(_ source: String, _ program: String, _ isOptimized: Bool) throws -> [String] {
    var arguments = [
      isOptimized ? "-O" : "-Onone", "-g", "-swift-version", "5", "-suppress-warnings", "-DDEBUG",
      "-module-name", "FuzzMain",
      "-I", products.appending(path: "Modules").path, source, "-o", program, "-Xcc",
      "-fmodule-map-file=\(products.appending(path: "ObjectMemory.build/module.modulemap").path)",
    ]
    for module in ["ObjectGraph", "Leaks", "ObjectMemory", "HeldResources", "OperatingSystem"] {
      let folder = products.appending(path: "\(module).build")
      // What was made of a source that is gone since then still lies there. A module in C has no list of its sources.
      let sources =
        try (try? String(contentsOf: folder.appending(path: "sources"), encoding: .utf8))?
        .split(separator: "\n").map { $0.split(separator: "/").last.map(String.init) ?? "" }
        ?? FileManager.default.contentsOfDirectory(atPath: Self.scaffolding.appending(path: module).path)
      arguments += try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") && sources.contains(String($0.dropLast(2))) }
        .map { folder.appending(path: $0).path }
    }
    if ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil { arguments.append("-sanitize=address") }
    if ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil { arguments.append("-sanitize=thread") }
    return arguments
  }
}
