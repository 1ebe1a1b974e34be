import Foundation

/// Writes a new feature into a package: all of it, or nothing.
package struct FeatureGenerator: Sendable {
  private let root: URL

  /// Prepares to write into the package in the folder.
  package init(package folder: String) {
    root = URL(filePath: folder, directoryHint: .isDirectory)
  }

  /// Writes the feature and returns the paths of its files.
  package func generate(_ name: FeatureName) throws -> [String] {
    let template = FeatureTemplate(name)
    let manifestFile = root.appending(path: "Package.swift")
    var manifest = Manifest(try String(contentsOf: manifestFile, encoding: .utf8))
    try manifest.add(name)
    for folder in template.folders where exists(folder) {
      throw GeneratorError("\(folder) exists already. Choose another name, or move it away first.")
    }
    do {
      for file in template.files { try write(file) }
      try Data(manifest.text.utf8).write(to: manifestFile, options: .atomic)
    } catch {
      // The folders did not exist before, so they hold nothing but what was just written.
      for folder in template.folders where exists(folder) {
        try FileManager.default.removeItem(at: root.appending(path: folder))
      }
      throw error
    }
    return template.files.map(\.path) + ["Package.swift"]
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  private func write(_ file: FeatureTemplate.File) throws {
    let url = root.appending(path: file.path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.contents.utf8).write(to: url, options: .withoutOverwriting)
  }
}
