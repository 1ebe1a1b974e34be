import Foundation
import OperatingSystem
import Processes
import ToolOptions

/// A package on disk: its manifest, and what git knows of its files.
struct PackageFolder {
  let path: String
  private let interruption: Descriptor?

  /// Finds the package at the path, or around the current folder. What is asked of `swift` and git ends once `interruption` is
  /// readable.
  init(
    at path: String?, from current: String, until interruption: Descriptor? = nil
  ) throws(ToolFailure) {
    guard current.hasPrefix("/") else {
      throw ToolFailure.badInput("The current folder is gone. Go to that of a package: cd ~/shop")
    }
    var folder = URL(path ?? ".", seenFrom: current)
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      guard path == nil, folder.path != "/" else {
        throw ToolFailure.badInput(
          path.map { "'\($0)' has no Package.swift." }
            ?? "There is no Package.swift in '\(current)' or above it.")
      }
      folder = folder.deletingLastPathComponent()
    }
    (self.path, self.interruption) = (folder.path, interruption)
  }

  /// What `swift package dump-package` says of the whole workspace.
  func manifestDump() throws -> Data {
    // The tool itself may have been built for one team.
    let words = ["-u", "CLEANSLATE_TEAM", "swift", "package", "--ignore-lock", "--package-path", path]
    return try run(words + ["dump-package"], meanwhile: "the manifest was read")
  }

  /// The paths of the files that are not as they were where this branch left `reference`, as seen from the package.
  ///
  /// - Parameter beside: Whether those count that are elsewhere in the repository; such a path begins with `../`.
  func files(changedSince reference: String, beside: Bool) throws -> [String] {
    guard try known("rev-parse", "--git-dir") != nil else {
      throw ToolFailure.badInput("\(path) is in no git repository, so that nothing is known of changes.")
    }
    guard try known("rev-parse", "--verify", "--quiet", "\(reference)^{commit}") != nil else {
      throw ToolFailure.badInput(
        "git knows no commit '\(reference)'. A CI job may have to fetch it first: "
          + "git fetch origin BRANCH.")
    }
    guard let base = try known("merge-base", reference, "HEAD")?.first else {
      throw ToolFailure.badInput(
        "'\(reference)' and this branch have no commit in common. A CI job may have fetched too "
          + "little: git fetch --unshallow.")
    }
    // A file that was moved has changed in both places.
    let changed = try git("-c", "diff.relative=false", "diff", "--name-only", "--no-renames", "-z", base)
    let new = try git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ":/")
    let way = try git("rev-parse", "--show-prefix").first ?? ""
    let wayBack = try git("rev-parse", "--show-cdup").first ?? ""
    return (changed + new).compactMap { file in
      file.hasPrefix(way) ? String(file.dropFirst(way.count)) : beside ? wayBack + file : nil
    }
  }

  /// The commit that has the name; nil if there is none.
  func commit(_ name: String) throws -> String? {
    try known("rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}")?.first
  }

  /// How what is checked out differs from the commit; nil if git cannot say.
  func changes() throws -> Data? {
    try Self.unlessFailed {
      try run(["git", "diff", "HEAD", "--no-ext-diff", "--binary"], meanwhile: Self.asked, hidesErrors: true)
    }
  }

  /// Puts the files of the repository as they are in a commit into a folder, and returns the folder of the package in it. The
  /// repository stays as it is.
  func copy(of commit: String, to folder: String) throws -> String {
    let archive = "\(folder)/archive.tar"
    let top = try git("rev-parse", "--show-cdup").first ?? "."
    _ = try git("-C", top, "archive", "--format=tar", "--output=\(archive)", commit)
    _ = try run(["tar", "--extract", "--file", archive, "--directory", folder], meanwhile: Self.asked)
    return try "\(folder)/\(prefixInRepository)"
  }

  /// What stands before its paths in the repository; nothing outside of one.
  var prefixInRepository: String { get throws { try known("rev-parse", "--show-prefix")?.first ?? "" } }

  private static let asked = "git was asked"

  /// What git says; nil if it fails.
  private func known(_ words: String...) throws -> [String]? { try Self.unlessFailed { try git(words) } }

  private func git(_ words: String...) throws -> [String] { try git(words) }

  private func git(_ words: [String]) throws -> [String] {
    let output = try run(["git"] + words, meanwhile: Self.asked, hidesErrors: true)
    return output.split(whereSeparator: { $0 == 0 || $0 == UInt8(ascii: "\n") && !words.contains("-z") })
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func unlessFailed<Answer>(_ body: () throws -> Answer) throws -> Answer? {
    do {
      return try body()
    } catch let error as ToolFailure {
      throw error
    } catch {
      return nil
    }
  }

  private func run(_ words: [String], meanwhile deed: String, hidesErrors: Bool = false) throws -> Data {
    do {
      return try Subprocess.run(
        words, in: path, readsOutput: true, hidesErrors: hidesErrors, interruption: interruption)
    } catch is Subprocess.Interrupted {
      throw ToolFailure("Interrupted while \(deed).", status: Status.interrupted)
    }
  }
}
