import Foundation
import Records
import ToolOptions

/// The files and lines that a run leaves for others: JUnit's XML, and what CI engines show.
struct TestReports {
  private let junit: OutputFile?
  private let codeQuality: OutputFile?
  private let package: String
  private let flakyFails: Bool
  private let surroundings: Surroundings

  /// Throws if a file could not be written in the end.
  ///
  /// - Parameter usualJunit: Where JUnit's XML goes if nobody has named a file.
  init(
    _ options: TestOptions, usualJunit: String? = nil, of package: String, in surroundings: Surroundings
  ) throws(UsageError) {
    (self.package, self.surroundings) = (package, surroundings)
    func file(_ path: String?, _ option: String) throws(UsageError) -> OutputFile? {
      guard let path else { return nil }
      return try OutputFile(path, of: option, from: surroundings.folder)
    }
    flakyFails = options.flakes.flakyFails
    junit = try file(options.junit ?? usualJunit, "--junit")
    let isGitLab = surroundings.environment.given("GITLAB_CI") != nil
    let usual = isGitLab ? "\(package)/gl-code-quality-report.json" : nil
    codeQuality = try file(options.codeQuality ?? usual, "--code-quality")
    if let path = junit?.path, path == codeQuality?.path {
      throw UsageError(
        description: "'--junit' and '--code-quality' both name '\(path)': give each a file of its own.")
    }
  }

  func removeOld() throws {
    try junit?.removeOld()
    try codeQuality?.removeOld()
  }

  /// Finds the places of tests of XCTest.
  func withPlaces(_ tests: [TestIdentity]) -> [TestIdentity] {
    let modules = tests.filter { $0.framework == .xcTest }.map(\.module)
    let places = XCTestPlaces(in: package, modules: Set(modules))
    return tests.map { test in
      var test = test
      test.place = test.place ?? places.place(of: test)
      return test
    }
  }

  func write(_ results: [TestResult], seconds: Double) throws {
    if isGitHub {
      let annotations = Annotations(
        results: results, folder: root(named: "GITHUB_WORKSPACE"), flakyFails: flakyFails)
      surroundings.write(annotations.github)
    }
    let report = JUnitReport(results: results, folder: package, seconds: seconds, flakyFails: flakyFails)
    let annotations = Annotations(
      results: results, folder: root(named: "CI_PROJECT_DIR"), flakyFails: flakyFails)
    let files = [(junit, report.text), (codeQuality, try annotations.gitlab())]
    // One that cannot be written takes no other along.
    let problems = files.compactMap { file, text -> String? in
      do {
        try file?.write(text)
        return nil
      } catch {
        return "\(error)"
      }
    }
    guard problems.isEmpty else { throw ToolFailure(problems.joined(separator: "\n")) }
  }

  private var isGitHub: Bool { surroundings.environment["GITHUB_ACTIONS"] == "true" }

  /// The root of the repository, if the engine says it and the package is in it.
  private func root(named variable: String) -> String {
    guard let root = surroundings.environment[variable], !root.isEmpty,
      "\(package)/".hasPrefix(root.hasSuffix("/") ? root : "\(root)/")
    else { return package }
    return root.hasSuffix("/") ? String(root.dropLast()) : root
  }
}
