/// The targets of a package and what they depend on, as the plugin hands them over.
package struct TargetGraph: Codable, Sendable, Equatable {
  /// A target.
  package struct Target: Codable, Sendable, Equatable {
    package let name: String
    /// The folder of its sources.
    package let folder: String
    package let sources: [String]
    /// The targets that it depends on directly.
    package let uses: [String]

    package init(_ name: String, folder: String = "", sources: [String] = [], uses: [String] = []) {
      self.name = name
      self.folder = folder
      self.sources = sources
      self.uses = uses
    }
  }

  /// A product that can be run.
  package struct Executable: Codable, Sendable, Equatable {
    package let name: String
    /// The target with its entry point.
    package let target: String

    package init(_ name: String, target: String) {
      self.name = name
      self.target = target
    }
  }

  /// The folder of the package.
  package let package: String
  package let targets: [Target]
  package let executables: [Executable]

  package init(package: String, targets: [Target], executables: [Executable]) {
    self.package = package
    self.targets = targets
    self.executables = executables
  }
}

extension TargetGraph {
  /// Returns the target with the name.
  package func target(_ name: String) -> Target? { targets.first { $0.name == name } }

  /// Returns the names of all targets that can be reached from one, with itself, the nearest first.
  package func reach(from start: String, avoiding avoided: Set<String> = []) -> [String] {
    routes(from: start, avoiding: avoided).map { $0.last ?? start }
  }

  /// Returns the shortest way from a target to each that can be reached from it, the shortest first.
  package func routes(from start: String, avoiding avoided: Set<String> = []) -> [[String]] {
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

  /// Returns the path below the folder of the package.
  package func relative(_ path: String) -> String {
    path.hasPrefix(package + "/") ? String(path.dropFirst(package.count + 1)) : path
  }
}
