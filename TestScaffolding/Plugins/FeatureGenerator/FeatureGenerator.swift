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
    let template = FeatureTemplate(name: name)
    let manifestFile = root.appending(path: "Package.swift")
    var manifest = Manifest(try String(contentsOf: manifestFile, encoding: .utf8))
    try manifest.add(name)
    for folder in template.folders where exists(folder) {
      throw GeneratorError("\(folder) exists already. Choose another name, or move it away first.")
    }
    do {
      for file in template.files { try write(file.contents, to: file.path) }
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

  private func write(_ text: String, to path: String) throws {
    let url = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .withoutOverwriting)
  }
}

/// The text of `Package.swift`, into which a feature's lines are written.
struct Manifest: Sendable, Equatable {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Where declarations of new modules go: the line before this one.
  static let modulesAnchor = "// 'swift package new-feature' declares modules above this line."
  /// Where new modules are listed: the line before this one.
  static let listAnchor = "  // 'swift package new-feature' lists modules above this line."

  /// Adds the feature, its sample app and their tests.
  mutating func add(_ feature: FeatureName) throws(GeneratorError) {
    let taken = Set(text.matches(of: /\b(?:let|var|func)\s+(\w+)/).map { String($0.output.1) })
    for variable in [feature.variable, feature.sampleVariable] where taken.contains(variable) {
      throw GeneratorError("Package.swift declares '\(variable)' already. Choose another name.")
    }
    for name in [feature.feature, feature.sample, feature.featureTests, feature.uiTests]
    where text.contains("\"\(name)\"") {
      throw GeneratorError("Package.swift has a target '\(name)' already. Choose another name.")
    }
    try insert(
      """
      let \(feature.variable) = feature(
        "\(feature.feature)", uses: [elementTree, featureFlags, appData, appRuntime])
      let \(feature.sampleVariable) = sampleApp(
        "\(feature.sample)", kit: sampleAppKit, uses: [appRuntime, \(feature.variable)])

      """, before: Self.modulesAnchor)
    try insert(
      """
        \(feature.variable), \(feature.sampleVariable),
        tests(
          "\(feature.featureTests)",
          of: [\(feature.variable), appRuntime, elementTree, appData, support]),
        tests(
          "\(feature.uiTests)", of: [\(feature.sampleVariable), appDriver, controlProtocol, elementTree]),

      """, before: Self.listAnchor)
  }

  private mutating func insert(_ lines: String, before anchor: String) throws(GeneratorError) {
    guard let place = text.firstRange(of: anchor) else {
      throw GeneratorError(
        "Package.swift has lost the line \"\(anchor.drop { $0 == " " })\", above which new modules go. Put it back."
      )
    }
    text.insert(contentsOf: lines, at: place.lowerBound)
  }
}
