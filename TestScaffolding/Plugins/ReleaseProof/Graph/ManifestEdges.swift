internal import Foundation

/// The edges as the manifest has them, with those that hold on other platforms only.
package struct ManifestEdges {
  /// What 'swift package dump-package' prints is not what was expected.
  package struct Unreadable: Error, Equatable, CustomStringConvertible {
    package let package: String

    package init(package: String) { self.package = package }

    package var description: String {
      "'swift package dump-package' in \(package) printed no targets with dependencies."
    }
  }

  /// The names that each target depends on.
  package let uses: [String: [String]]

  /// Asks for the manifest of a package.
  init(package: String) throws {
    let dump = try Subprocess.output([
      "swift", "package", "--ignore-lock", "--package-path", package, "dump-package",
    ])
    try self.init(dump: String(decoding: dump, as: UTF8.self), package: package)
  }

  /// Reads what 'swift package dump-package' printed for a package.
  package init(dump: String, package: String) throws {
    let manifest = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    guard let targets = manifest?["targets"] as? [[String: Any]] else { throw Unreadable(package: package) }
    var uses: [String: [String]] = [:]
    for target in targets {
      guard let name = target["name"] as? String, let edges = target["dependencies"] as? [[String: Any]]
      else {
        throw Unreadable(package: package)
      }
      // Each edge is one key, which says of what kind it is, with a list that begins with a name.
      uses[name] = edges.compactMap { ($0.values.first as? [Any])?.first as? String }
    }
    self.uses = uses
  }
}

extension TargetGraph {
  /// Returns the graph with the edges of the manifest added to those that hold here.
  package func adding(_ edges: ManifestEdges) -> TargetGraph {
    let targets = targets.map { target in
      let known = Set(target.uses)
      let more = edges.uses[target.name, default: []].filter { !known.contains($0) && self.target($0) != nil }
      return Target(target.name, folder: target.folder, sources: target.sources, uses: target.uses + more)
    }
    return TargetGraph(package: package, targets: targets, executables: executables)
  }
}
