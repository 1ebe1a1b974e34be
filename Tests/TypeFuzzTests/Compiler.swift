#if DEBUG
import Foundation
import TestSupport

/// Compiles programs against the walk that the tests were built with, and runs them.
struct Compiler {
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

  /// Says what is wrong with the walks of a program, and keeps its source; returns nil where nothing is.
  func complaint(about source: String, as name: String) async throws -> String? {
    let folder = products.appending(path: "type-fuzz/\(name)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (file, program) = (folder.appending(path: "main.swift"), folder.appending(path: "program").path)
    try Data(source.utf8).write(to: file)
    let home = try TemporaryHome()
    var environment = home.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    let compilation = try await ChildProcess.run(
      path, arguments(file.path, program), environment: environment, timeout: .seconds(300))
    guard compilation.status == .exited(0) else {
      return "\(file.path) does not compile: \(compilation.standardError.text.prefix(2_000))"
    }
    let outcome = try await ChildProcess.run(program, environment: environment, timeout: .seconds(300))
    guard outcome.status == .exited(0) else {
      let last = outcome.standardError.text.suffix(500)
      return
        "\(program) \(outcome.status).\n\(outcome.standardOutput.text.prefix(4_000))\nIts last words: \(last)"
    }
    try FileManager.default.removeItem(at: folder)
    return nil
  }

  private func arguments(_ source: String, _ program: String) throws -> [String] {
    var arguments = [
      "-Onone", "-g", "-swift-version", "5", "-suppress-warnings", "-DDEBUG", "-module-name", "main",
      "-I", products.appending(path: "Modules").path, source, "-o", program,
    ]
    for module in ["ObjectGraph", "ObjectMemory"] {
      let folder = products.appending(path: "\(module).build")
      guard FileManager.default.fileExists(atPath: folder.path) else { continue }
      arguments += try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".o") && !$0.hasSuffix(".swiftmodule.o") }
        .map { folder.appending(path: $0).path }
    }
    if ProcessInfo.processInfo.environment["ASAN_OPTIONS"] != nil { arguments.append("-sanitize=address") }
    if ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil { arguments.append("-sanitize=thread") }
    return arguments
  }
}
#endif
