import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

/// A shell in which somebody drives apps by `cleanslate`. Its apps are no other test's, and end with it.
final class DriveShell: Sendable {
  struct Outcome {
    let text: String
    let complaints: String
    let status: Processes.ExitStatus

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  let home: TemporaryHome
  private let tool: String

  init() throws {
    (home, tool) = (try TemporaryHome(), try BuiltProduct.path("cleanslate"))
    for folder in [home.path(.state) + "/cleanslate", apps] { try Descriptor.makeFolder(atPath: folder) }
  }

  /// Where the apps are listed.
  var apps: String { home.path(.state) + "/cleanslate/apps" }

  /// Launch servers are found by what is in the environment, so that these apps have those of other tests.
  var environment: [String: String] {
    let own = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CLEANSLATE_") }
    return own.merging(["XDG_STATE_HOME": home.path(.state), "LC_ALL": "C.UTF-8"]) { $1 }
  }

  /// Runs `cleanslate`.
  @discardableResult
  func run(_ words: String...) async throws -> Outcome { try await run(words) }

  @discardableResult
  func run(_ words: [String], more: [String: String] = [:]) async throws -> Outcome {
    let outcome = try await ChildProcess.run(
      tool, words, environment: environment.merging(more) { $1 }, workingDirectory: home.root)
    return Outcome(
      text: outcome.standardOutput.text, complaints: outcome.standardError.text, status: outcome.status)
  }

  /// Runs `cleanslate`, which has to do it.
  @discardableResult
  func does(_ words: String..., at place: SourceLocation = #_sourceLocation) async throws -> String {
    let outcome = try await run(words)
    #expect(outcome.status == .exited(0), "\(outcome.complaints)", sourceLocation: place)
    return outcome.text
  }

  /// A process of `cleanslate` that is not waited for.
  func begin(_ words: String...) throws -> ChildProcess {
    try ChildProcess(tool, words, environment: environment, workingDirectory: home.root)
  }

  /// Makes the folder a package, and returns a PATH on which `swift` is a script.
  func makePackage(swift script: String) throws -> String {
    let bin = home.root + "/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try ExecutableScript.write("#!/bin/sh\n\(script)\n", to: bin + "/swift")
    try Data().write(to: URL(filePath: home.root + "/Package.swift"))
    return "\(bin):/usr/bin:/bin"
  }

  /// Runs the body, and ends the apps.
  static func use(_ body: (DriveShell) async throws -> Void) async throws {
    let shell = try DriveShell()
    do {
      try await body(shell)
    } catch {
      try await shell.run("stop", "--all")
      throw error
    }
    try await shell.run("stop", "--all")
    #expect(try FileManager.default.contentsOfDirectory(atPath: shell.apps) == [])
  }
}
