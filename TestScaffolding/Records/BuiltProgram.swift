import Foundation
import OperatingSystem
import Processes

/// A program, beside which SwiftPM keeps what the compiler has made of its sources.
package struct BuiltProgram: Sendable {
  private let file: String
  private let folder: String
  private let buildBegan: Double?

  /// - Parameter buildBegan: When it began to be built for the last time, in seconds since 1970, if somebody knows.
  package init(_ file: String, in folder: String, buildBegan: Double? = nil) {
    (self.file, self.folder, self.buildBegan) = (file, folder, buildBegan)
  }

  package static let this = Self(
    "/proc/self/exe", in: ThisProcess.folder, buildBegan: ProcessStart.ofThisProcess?.buildBegan)

  /// Whether the source was edited after the program was made of it; nil if there is none. What is edited while that is built
  /// counts as edited, since the compiler may have read it before.
  ///
  /// Where an edit changes no object, as one of a comment does not, nothing is linked, and the program stays older than the
  /// source. The compiler writes its list of dependencies each time, and the object only if that changes.
  package func isOlder(than source: String) throws -> Bool? {
    guard let edited = try Descriptor.status(atPath: source)?.modified else { return nil }
    if let buildBegan, edited > buildBegan { return true }
    let linked = try Descriptor.open(file, .reading).status().modified
    guard let made = outputs(of: source),
      let compiled = try Descriptor.status(atPath: made.dependencies)?.modified,
      let changed = try Descriptor.status(atPath: made.object)?.modified
    else { return edited > linked }
    return edited > compiled || changed > linked
  }

  private func outputs(of source: String) -> (dependencies: String, object: String)? {
    let name = Data((source.split(separator: "/").last ?? "").utf8)
    let modules = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for module in modules where module.hasSuffix(".build") {
      guard let map = FileManager.default.contents(atPath: "\(folder)/\(module)/output-file-map.json"),
        map.range(of: name) != nil,
        let all = try? JSONDecoder().decode([String: [String: String]].self, from: map),
        let dependencies = all[source]?["dependencies"], let object = all[source]?["object"]
      else { continue }
      return (dependencies, object)
    }
    return nil
  }
}
