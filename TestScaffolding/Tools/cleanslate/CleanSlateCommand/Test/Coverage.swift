import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// What of the code the tests have run, with `--enable-code-coverage`: in the files that `swift test` would leave.
struct Coverage {
  /// The report, in JSON.
  let path: String
  let environment: [String: String]
  /// The folder of the counts, for as long as this run needs it alone.
  private let lock: Descriptor

  /// All that is beside the report goes, so it has to be in a folder of its own, below that of what was
  /// built.
  ///
  /// - Parameter printed: What SwiftPM says when it is asked for the path.
  init(_ printed: [String], of products: String, environment: [String: String]) throws {
    let path = printed.last { $0.hasPrefix("/") && $0.hasSuffix(".json") }
      .map { URL(filePath: $0).standardizedFileURL }
    guard let path,
      Surroundings.withoutLinks(path.deletingLastPathComponent())
        .hasPrefix(Surroundings.withoutLinks(URL(filePath: products)) + "/")
    else {
      let said = printed.map { "\n\($0)" }.joined()
      throw ToolFailure(
        "'swift' does not say where it reports coverage, in a folder below '\(products)'. It says:\(said)")
    }
    (self.path, self.environment) = (path.path, environment)
    let folder = path.deletingLastPathComponent().path
    try OutputFile.makeFolder(folder)
    lock = try Descriptor.folder(atPath: folder)
    guard try lock.lockAtOnce() else {
      throw ToolFailure(
        "Another 'cleanslate test' counts in '\(folder)'. Wait for its end, or let this one build elsewhere: "
          + "--scratch-path .build/other")
    }
    // Counts of an earlier run must not be taken for some of this one.
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private var folder: String { URL(filePath: path).deletingLastPathComponent().path }
  /// Where each process counts, as `LLVM_PROFILE_FILE` has it.
  var profile: String { "\(folder)/%m.%p.profraw" }

  /// Adds up what the processes of the program have counted.
  func report(of program: String, until interruption: Descriptor?) throws {
    let counts = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".profraw")
    }
    let sum = "default.profdata"
    _ = try run(["llvm-profdata", "merge", "-sparse", "-o", sum] + counts, until: interruption)
    let report = try run(["llvm-cov", "export", "-instr-profile=\(sum)", program], until: interruption)
    try WholeFile.write(report, to: path)
  }

  /// Runs a tool that came with `swift`: others may not read what that writes.
  private func run(_ words: [String], until interruption: Descriptor?) throws -> Data {
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    let swift = folders.map { URL(filePath: "\($0)/swift") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    let tools = swift?.resolvingSymlinksInPath().deletingLastPathComponent().path ?? "/usr/bin"
    return try Subprocess.run(
      ["\(tools)/\(words[0])"] + words.dropFirst(), in: folder, environment: environment, readsOutput: true,
      interruption: interruption)
  }
}
