import Foundation
import OperatingSystem
import Processes
import ToolOptions

/// The targets of a package and their dependencies, as the plugin passes them on.
struct TargetGraph: Codable, Sendable, Equatable {
  struct Target: Codable, Sendable, Equatable {
    let name: String
    /// The folder of its sources.
    let folder: String
    let sources: [String]
    /// The names of the targets that it directly depends on.
    let uses: [String]

    init(_ name: String, folder: String = "", sources: [String] = [], uses: [String] = []) {
      (self.name, self.folder, self.sources, self.uses) = (name, folder, sources, uses)
    }
  }

  /// An executable product.
  struct Executable: Codable, Sendable, Equatable {
    let name: String
    /// The target with its entry point.
    let target: String

    init(_ name: String, target: String) { (self.name, self.target) = (name, target) }
  }

  /// The folder of the package.
  let package: String
  let targets: [Target]
  let executables: [Executable]
}

extension TargetGraph {
  func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// Returns the names of a target and of all targets that it depends on, directly or not; the nearest first.
  func reach(from start: String) -> [String] {
    routes(from: start).map { $0.last ?? start }
  }

  /// Returns the shortest route from a target to each of these targets; the shortest first.
  func routes(from start: String, avoiding avoided: Set<String> = []) -> [[String]] {
    var routes = [[start]]
    var seen = avoided.union([start])
    var next = 0
    while next < routes.count {
      let route = routes[next]
      next += 1
      for name in route.last.flatMap(target)?.uses ?? [] where seen.insert(name).inserted {
        routes.append(route + [name])
      }
    }
    return routes
  }

  func relative(_ path: String) -> String {
    path.hasPrefix(package + "/") ? String(path.dropFirst(package.count + 1)) : path
  }
}

// The dependencies in the manifest, including those that only apply to other platforms.
extension TargetGraph {
  /// What `swift package dump-package` says of a package.
  static func dump(of package: String, until interruption: Descriptor?) throws -> Data {
    let command = ["swift", "package", "--ignore-lock", "--package-path", package, "dump-package"]
    // As a plugin, this runs within SwiftPM, which says so at each call.
    return try Subprocess.run(command, readsOutput: true, hidesErrors: true, interruption: interruption)
  }

  /// The names that each target of a package depends on, by the dump of its manifest.
  static func edges(in dump: Data, of package: String) throws -> [String: [String]] {
    let unreadable = ToolFailure(
      "'swift package dump-package' in \(package) printed no targets with dependencies.")
    let manifest = try JSONSerialization.jsonObject(with: dump) as? [String: Any]
    guard let targets = manifest?["targets"] as? [[String: Any]] else { throw unreadable }
    var uses: [String: [String]] = [:]
    for target in targets {
      guard let name = target["name"] as? String, let edges = target["dependencies"] as? [[String: Any]]
      else { throw unreadable }
      // Each edge is a dictionary with one key, its kind. The value is a list whose first entry is a name.
      uses[name] = edges.compactMap { ($0.values.first as? [Any])?.first as? String }
    }
    return uses
  }

  /// Returns the graph with the manifest's edges added to those that apply on this platform.
  func adding(_ edges: [String: [String]]) -> TargetGraph {
    let targets = targets.map { target in
      let known = Set(target.uses)
      let more = edges[target.name, default: []].filter { !known.contains($0) && self.target($0) != nil }
      return Target(target.name, folder: target.folder, sources: target.sources, uses: target.uses + more)
    }
    return TargetGraph(package: package, targets: targets, executables: executables)
  }
}

/// Checks that no executable depends on the scaffolding, except through the bridge.
struct EdgeCheck: Sendable {
  let rules: ReleaseRules
  let graph: TargetGraph

  /// Returns each route into the scaffolding that does not go through the bridge.
  func findings(for executable: TargetGraph.Executable) -> [Finding] {
    let scaffolding = Set(rules.scaffolding)
    return graph.routes(from: executable.target, avoiding: [rules.bridge])
      .filter { route in
        route.last.map(scaffolding.contains) == true && scaffolding.isDisjoint(with: route.dropLast())
      }
      .map { Finding(.edge, $0.joined(separator: " -> "), in: "Package.swift") }
  }

  /// Returns whether the executable depends on the scaffolding at all.
  func usesScaffolding(_ executable: TargetGraph.Executable) -> Bool {
    !Set(rules.scaffolding).isDisjoint(with: graph.reach(from: executable.target))
  }

  /// Returns the modules in the rules that the package does not have; a rule about a missing module proves nothing.
  func missingTargets() -> [String] {
    ["TestScaffolding", rules.bridge].filter { graph.target($0) == nil }
  }
}
