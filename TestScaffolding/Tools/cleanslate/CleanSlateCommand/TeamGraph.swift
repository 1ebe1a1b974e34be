import Foundation
import ToolOptions

/// The targets of a workspace, and which of them each team needs.
struct TeamGraph {
  struct Target: Equatable {
    let name: String
    /// The folder of its sources, below the package.
    let folder: String
    /// The targets that it uses itself.
    let uses: [String]
  }

  let targets: [String: Target]
  /// The names of the teams, as `CLEANSLATE_TEAM` takes them.
  let teams: [String]
  /// What `swift build --product` can be asked for.
  private(set) var products: Set<String> = []
  /// Whether the workspace uses a package from a folder outside of its own. That package may use others.
  private(set) var usesPackagesBeside = false

  init(_ targets: [Target]) {
    self.targets = Dictionary(targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let kinds = [("Features/", "Feature"), ("SampleApps/", "Composition")]
    teams = targets.compactMap { target in
      kinds.first { target.folder.hasPrefix($0) && target.name.hasSuffix($1) }
        .map { String(target.name.dropLast($1.count)) }
    }
  }

  /// The targets that a team needs, its own among them: the same that the manifest declares for `CLEANSLATE_TEAM`.
  func needs(of team: String) -> Set<String> {
    let own = ["\(team)Feature", "\(team)Composition", "Sample\(team)", team]
    let all = own.flatMap { name in ["", "Tests", "UITests"].map { name + $0 } }
    return Set(needs(of: all).map(\.name))
  }

  /// The targets with these names, and all that they use.
  func needs(of names: [String]) -> [Target] {
    var (pending, needed) = (names, [String: Target]())
    while let name = pending.popLast() {
      guard needed[name] == nil, let target = targets[name] else { continue }
      needed[name] = target
      pending += target.uses
    }
    return needed.values.sorted { $0.folder < $1.folder }
  }

  /// The sample apps of all teams, or of the one.
  func sampleApps(of team: String? = nil) -> [String] {
    (team.map { [$0] } ?? teams).map { "Sample\($0)" }.filter { targets[$0] != nil }
  }

  /// Teams that a change touches.
  struct Touched: Equatable {
    let teams: [String]
    /// Why these are all, where a file may matter to everybody.
    var reasonForAll: String?
  }

  /// The teams that need one of the files; all of them if one belongs to no team.
  func teams(touchedBy files: [String]) -> Touched {
    let needs = teams.map { (team: $0, targets: self.needs(of: $0)) }
    var touched: Set<String> = []
    for file in files where !Self.isDocument(file) {
      guard let target = target(of: file) else {
        return Touched(teams: teams, reasonForAll: "\(file) is part of no target")
      }
      let users = needs.filter { $0.targets.contains(target.name) }.map(\.team)
      guard !users.isEmpty else {
        return Touched(teams: teams, reasonForAll: "\(file) belongs to \(target.name), which is no team's")
      }
      touched.formUnion(users)
    }
    return Touched(teams: teams.filter(touched.contains))
  }

  /// No app and no test of a team reads these.
  private static func isDocument(_ file: String) -> Bool {
    file.hasPrefix("docs/") || file.hasSuffix(".md") || file == "CODEOWNERS"
  }

  /// The target whose folder is the nearest above the file.
  private func target(of file: String) -> Target? {
    targets.values.filter { file.hasPrefix($0.folder + "/") }.max { $0.folder.count < $1.folder.count }
  }
}

extension TeamGraph {
  /// Reads what `swift package dump-package` prints.
  init(dump: Data, package: String) throws {
    struct Manifest: Decodable {
      struct Target: Decodable {
        let name: String
        let type: String?
        let path: String?
        let dependencies: [[String: Edge]]
        let pluginUsages: [[String: Edge]]?
      }
      struct Dependency: Decodable {
        /// Only one on disk has it.
        let path: String?
      }
      struct Product: Decodable { let name: String }
      let targets: [Target]
      let products: [Product]?
      let dependencies: [[String: [Dependency]]]?
    }
    /// The name comes first in it; what follows is of several kinds.
    struct Edge: Decodable {
      let name: String

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        name = try list.decode(String.self)
      }
    }
    let manifest: Manifest
    do {
      manifest = try JSONDecoder().decode(Manifest.self, from: dump)
    } catch {
      throw ToolFailure.badInput("'swift package dump-package' in \(package) printed something unexpected.")
    }
    self.init(
      manifest.targets.map { target in
        Target(
          name: target.name, folder: target.path ?? "Sources/\(target.name)",
          uses: (target.dependencies + (target.pluginUsages ?? [])).flatMap { $0.values.map(\.name) })
      })
    products = Set(manifest.targets.filter { $0.type == "executable" }.map(\.name))
      .union((manifest.products ?? []).map(\.name))
    usesPackagesBeside = (manifest.dependencies ?? []).flatMap(\.values).joined()
      .contains { $0.path.map { !$0.hasPrefix(package + "/") } ?? false }
  }
}
