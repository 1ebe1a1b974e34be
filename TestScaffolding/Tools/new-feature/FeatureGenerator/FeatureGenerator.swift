import Foundation
import ToolOptions

/// Writes a new feature into a package: either all of it, or nothing.
package struct FeatureGenerator: Sendable {
  private let root: URL

  /// Creates a generator for the package in the folder.
  package init(package folder: String) {
    root = URL(filePath: folder, directoryHint: .isDirectory)
  }

  /// The files that were written, and what a person still has to do.
  package struct Result: Equatable, Sendable {
    /// The paths of the files that were written or changed.
    package var files: [String]
    package var leftToDo: [String]
  }

  /// Writes the feature, and adds it to the shared lists of the repository; a dry run writes nothing.
  package func generate(_ name: FeatureName, isDryRun: Bool = false) throws -> Result {
    let template = FeatureTemplate(name: name)
    let manifest = try Self.manifest(read("Package.swift"), with: name)
    for folder in template.folders where exists(folder) {
      throw ToolFailure("\(folder) exists already. Choose another name, or move it away first.")
    }
    let owners = "@\(try organization)/\(name.slug)"
    var changes = [(path: "Package.swift", text: manifest)]
    var leftToDo = [
      "Make the team \(owners) where the repository is kept, or name another one in CODEOWNERS.",
      "To have the feature in the product, compose it in SampleApps/StorefrontComposition.",
    ]
    for list in SharedList.all(for: name, owners: owners) {
      let known = changes.firstIndex { $0.path == list.path }
      let text = try known.map { changes[$0].text } ?? (exists(list.path) ? read(list.path) : "")
      guard let added = list.added(to: text) else {
        leftToDo.append("Add to \(list.path), where no place for it was found:\n\(list.lines)")
        continue
      }
      if let known { changes[known].text = added } else { changes.append((list.path, added)) }
    }
    if !isDryRun { try write(template, changes) }
    return Result(files: template.files.map(\.path) + changes.map(\.path), leftToDo: leftToDo)
  }

  /// Writes all files. If one fails, undoes what was written before, as far as that can be done.
  private func write(_ template: FeatureTemplate, _ changes: [(path: String, text: String)]) throws {
    let before = try changes.map { (path: $0.path, text: try read($0.path)) }
    do {
      for file in template.files { try write(file.contents, to: file.path) }
      for change in changes { try replace(change.path, with: change.text) }
    } catch {
      var left: [String] = []
      func undo(_ path: String, _ body: () throws -> Void) { if (try? body()) == nil { left.append(path) } }
      // The folders did not exist before, so they contain only what was just written.
      for folder in template.folders where exists(folder) {
        undo(folder) { try FileManager.default.removeItem(at: root.appending(path: folder)) }
      }
      for (path, text) in before where (try? read(path)) != text {
        undo(path) { try replace(path, with: text) }
      }
      guard left.isEmpty else {
        throw ToolFailure("\(error)\nThis could not be undone: \(left.joined(separator: ", ")).")
      }
      throw error
    }
  }

  /// The organization whose teams CODEOWNERS names.
  private var organization: String {
    get throws {
      let owners = exists("CODEOWNERS") ? try read("CODEOWNERS") : ""
      return owners.firstMatch(of: /@([\w-]+)\//).map { String($0.output.1) } ?? "your-organization"
    }
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func replace(_ path: String, with text: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path), options: .atomic)
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

extension FeatureGenerator {
  /// The line before which new modules are declared.
  static let modulesAnchor = "// 'swift package new-feature' declares modules above this line."

  /// Adds the feature, its sample app and their tests to the text of `Package.swift`.
  static func manifest(_ text: String, with feature: FeatureName) throws(ToolFailure) -> String {
    func taken(_ by: String) -> ToolFailure {
      ToolFailure("'\(feature.name)' is taken: Package.swift \(by). Choose another name.")
    }
    for name in [feature.feature, feature.sample, feature.featureTests, feature.uiTests]
    where text.contains("\"\(name)\"") {
      throw taken("has a target '\(name)'")
    }
    let names = Set(text.matches(of: /\b(?:let|var|func)\s+(\w+)/).map { String($0.output.1) })
    for variable in [feature.variable, feature.sampleVariable] where names.contains(variable) {
      throw taken("declares '\(variable)'")
    }
    let modules = SharedList(
      path: "Package.swift",
      lines: """
        let \(feature.variable) = feature(
          "\(feature.feature)", uses: [elementTree, featureFlags, appData, appRuntime])
        let \(feature.sampleVariable) = sampleApp(
          "\(feature.sample)", kit: sampleAppKit, uses: [appRuntime, \(feature.variable)])
        tests(
          "\(feature.featureTests)",
          of: [\(feature.variable), appRuntime, elementTree, appData, support])
        uiTests(
          "\(feature.uiTests)", of: [\(feature.sampleVariable), appDriver, controlProtocol, elementTree])


        """, place: .before(modulesAnchor))
    guard let text = modules.added(to: text) else {
      throw ToolFailure(
        "Package.swift has lost the line \"\(modulesAnchor)\", above which new modules go. Put it back.")
    }
    return text
  }
}
