import Foundation
import OperatingSystem
import Records
import ToolOptions

/// `cleanslate accept`: writes into the tests what the latest run suggests for their texts, or beside them what its audits found.
struct AcceptCommand: Subcommand {
  static let name = "accept"
  static let summary =
    "writes into tests what the latest run suggests or found in screens"
  static let usage = ToolUsage(
    "cleanslate accept [options]",
    options: [
      ToolOption("--patch", help: "Prints the changes for 'git apply', and writes nothing."),
      ToolOption(
        "--audit",
        help:
          "Writes what audits of screens found into Tests/TARGET/Accessibility.json, in place of snapshots. "
          + "What is worse later fails a test."),
      ToolOption(
        "--package-path", "DIRECTORY",
        help: "The package whose tests have run; by default the one around the current folder."),
    ],
    notes: [
      "A test suggests what it was shown if the text of assertScreen or assertTree is empty, and with "
        + "'cleanslate test --update-snapshots' if it differs. Suggestions are in the folder of the run, in "
        + "CLEANSLATE_RESULTS or TestResults. Nothing else writes into sources. Where CI is set, "
        + "this is refused. The status is 65 if there is no run, and 1 if something could not be written."
    ])

  private let words: GivenWords
  private var isPatch: Bool { words.has("--patch") }

  init(_ words: [String]) throws(UsageError) { self.words = try GivenWords(words, for: Self.usage) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    try surroundings.refuseOnCI("cleanslate accept", because: Self.reasonAgainstCI)
    let package = try PackageFolder(at: words.value(of: "--package-path"), from: surroundings.folder)
    let results = try surroundings.resultsFolder(of: package)
    let run = try latestRun(in: results)
    // As long as `cleanslate test` has it, there may be more to come, also while none of its tests runs.
    let lock = results == run.path ? nil : try open(results)
    guard try lock?.lockAtOnce(shared: true) != false else {
      throw RecordError(
        description: "A 'cleanslate test' writes its results to '\(results)'. Wait for its end.")
    }
    let folder = try open(run.path)
    guard try folder.lockAtOnce() else {
      throw RecordError(
        description:
          "The run \(run.name) is still under way, or another 'cleanslate accept' takes its suggestions. "
          + "Wait for its end.")
    }
    defer {
      folder.unlock()
      lock?.unlock()
    }
    let (summary, problems) =
      words.has("--audit")
      ? try acceptAudit(of: run, package, surroundings) : try acceptSnapshots(of: run, package, surroundings)
    if !isPatch { surroundings.write(summary) }
    for problem in problems { surroundings.complain("cleanslate accept: \(problem)\n") }
    return problems.isEmpty ? Status.success : Status.failure
  }

  private func open(_ folder: String) throws(RecordError) -> Descriptor {
    do {
      return try Descriptor.folder(atPath: folder)
    } catch {
      throw RecordError(description: "'\(folder)' cannot be read: \(error.reason)")
    }
  }

  private func acceptAudit(
    of run: RunFolder, _ package: PackageFolder, _ surroundings: Surroundings
  ) throws -> (summary: String, problems: [String]) {
    var (tests, problems) = run.entries()
    let audit = AcceptedAudit(tests)
    guard audit.screens > 0 else {
      throw RecordError(
        description: "The run \(run.name) has judged no screen. Run the UI tests of a target first: "
          + "swift run cleanslate test --filter TARGET")
    }
    let (changes, wrong) = audit.lists(in: package)
    problems += wrong
    var files = 0
    for change in changes {
      do {
        if isPatch {
          try surroundings.show(change, of: package)
        } else {
          try change.write()
          surroundings.write("\(SourcePlace(file: change.path, line: 0).file(below: package.realPath))\n")
          files += 1
        }
      } catch {
        problems.append("\(error)")
      }
    }
    let summary =
      "Accepted what the run \(run.name) found on \(Amount.count(audit.screens, "screen")), in "
      + "\(Amount.count(files, "file")).\n"
    return (summary, problems)
  }

  private func acceptSnapshots(
    of run: RunFolder, _ package: PackageFolder, _ surroundings: Surroundings
  ) throws -> (summary: String, problems: [String]) {
    var (suggestions, problems) = run.suggestions()
    var (accepted, files) = (0, 0)
    for (file, group) in Dictionary(grouping: suggestions, by: \.file).sorted(by: { $0.key < $1.key }) {
      do {
        try check(file, isIn: package)
        let source = try SuggestedSource(group, at: file)
        problems += source.problems
        if isPatch {
          if source.change.new != source.change.old {
            try surroundings.show(source.change, of: package)
          }
          continue
        }
        if source.change.new != source.change.old {
          try source.change.write()
          files += 1
        }
        for var suggestion in source.accepted {
          surroundings.write("\(suggestion.place.file(below: package.realPath)):\(suggestion.line)\n")
          suggestion.isAccepted = true
          try run.add(suggestion)
        }
        accepted += source.accepted.count
      } catch {
        problems.append("\(error)")
      }
    }
    let summary =
      suggestions.isEmpty
      ? "The run \(run.name) suggests nothing.\n"
      : "Accepted \(Amount.count(accepted, "snapshot")) of the run \(run.name), in \(Amount.count(files, "file")).\n"
    return (summary, problems)
  }

  static let reasonAgainstCI = "accept snapshots where you can look at them"

  private func latestRun(in results: String) throws -> RunFolder {
    guard let run = RunRecord.latest(in: results) else {
      throw RecordError(description: "There is no run of tests with suggestions in '\(results)'.")
    }
    guard let folder = run.folder else {
      throw RecordError(description: "The latest run, \(run.name), suggests nothing.")
    }
    return folder
  }

  /// The list may name any file, and only those of the package are for tests.
  private func check(_ file: String, isIn package: PackageFolder) throws(RecordError) {
    guard file.hasPrefix(package.realPath + "/"), file.hasSuffix(".swift") else {
      throw RecordError(description: "'\(file)' is no source of the package in '\(package.path)'.")
    }
  }
}

extension Surroundings {
  /// Writes a change as a patch: as it is, since 'git apply' reads it, but no terminal is steered by it.
  fileprivate func show(_ change: SourceChange, of package: PackageFolder) throws {
    let patch = change.patch(named: try package.pathInRepository(of: change.path))
    if columns() == nil { draw(patch) } else { write(patch) }
  }
}

extension PackageFolder {
  /// The same, without links.
  fileprivate var realPath: String { URL(filePath: path).resolvingSymlinksInPath().path }

  /// The path that a patch names: below the repository, where there is one.
  fileprivate func pathInRepository(of file: String) throws -> String {
    let name = SourcePlace(file: URL(filePath: file).resolvingSymlinksInPath().path, line: 0).file(
      below: realPath)
    return name.hasPrefix("/") ? name : try prefixInRepository + name
  }
}
