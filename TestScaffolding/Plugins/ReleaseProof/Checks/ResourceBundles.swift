internal import Foundation

/// The folders with resources that the build puts beside an executable for the targets in it.
package struct ResourceBundles {
  private let folder: URL
  private let endings: [String]

  /// Looks beside an executable for what the targets brought along.
  package init(of targets: [String], beside executable: String) {
    folder = URL(filePath: executable).deletingLastPathComponent()
    endings = targets.map { "_\($0).resources" }
  }

  /// Returns every file in them, with its path below the folder of the executable.
  package func files() throws -> [(path: String, contents: [UInt8])] {
    let manager = FileManager.default
    let bundles = try manager.contentsOfDirectory(atPath: folder.path)
      .filter { name in endings.contains { name.hasSuffix($0) } }
    return try bundles.sorted().flatMap { bundle in
      try manager.subpathsOfDirectory(atPath: folder.appending(path: bundle).path).sorted()
        .map { "\(bundle)/\($0)" }
        .filter { isRegularFile($0) }
        .map { ($0, Array(try Data(contentsOf: folder.appending(path: $0)))) }
    }
  }

  private func isRegularFile(_ path: String) -> Bool {
    let values = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
    return values?.isRegularFile == true
  }
}
