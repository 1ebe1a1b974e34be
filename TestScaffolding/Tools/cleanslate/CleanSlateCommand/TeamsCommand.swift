import ToolOptions

/// `cleanslate teams`: the teams of a workspace, or those that a change touches.
struct TeamsCommand: Subcommand {
  static let name = "teams"
  static let summary = "lists the teams, or those that a change touches"
  static let usage = ToolUsage(
    "cleanslate teams [options]",
    options: [
      ToolOption(
        "--changed-since", "REF", example: "origin/main",
        help: "Only the teams that need a file which is not as it was where the branch left REF, "
          + "committed or not; all teams where that cannot be told."),
      ToolOption(
        "--package-path", "DIRECTORY",
        help: "The workspace; by default the package around the current "
          + "folder."),
    ],
    notes: [
      "Prints a name in each line. Where the manifest reads it, as CleanSlate's does, CLEANSLATE_TEAM=NAME "
        + "swift test builds and tests what this team needs, and nothing else. Why all teams are listed "
        + "stands on standard error."
    ])

  private let words: GivenWords

  init(_ words: [String]) throws(UsageError) { self.words = try GivenWords(words, for: Self.usage) }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let package = try PackageFolder(
      at: words.value(of: "--package-path"), from: surroundings.folder,
      until: surroundings.watchForInterruption())
    let graph = try TeamGraph(dump: package.manifestDump(), package: package.path)
    if graph.teams.isEmpty {
      surroundings.complain(
        "no teams: a team's code is a target NAMEFeature below Features/, or NAMEComposition below SampleApps/\n"
      )
    }
    guard let reference = words.value(of: "--changed-since") else {
      surroundings.write(graph.teams.map { $0 + "\n" }.joined())
      return Status.success
    }
    let files = try package.files(changedSince: reference, beside: graph.usesPackagesBeside)
    let touched = graph.teams(touchedBy: files)
    if let reason = touched.reasonForAll { surroundings.complain("all teams: \(reason)\n") }
    surroundings.write(touched.teams.map { $0 + "\n" }.joined())
    return Status.success
  }
}
