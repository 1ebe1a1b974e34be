#if DEBUG
import Foundation
import OperatingSystem
import Processes
import Records
import ToolOptions

/// Where a gallery is that was drawn earlier, or what it is to be drawn of.
enum BaseGallery {
  case page(GalleryPage)
  /// A commit, and the page that is kept of it.
  case commit(String, page: String)

  /// - Parameter text: What stands after `--against`.
  init(
    _ text: String, of package: PackageFolder?, results: String, in surroundings: Surroundings
  ) throws {
    let path = try surroundings.absolute(text)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      let page = isFolder.boolValue ? "\(path)/\(GalleryPage.fileName)" : path
      guard FileManager.default.fileExists(atPath: page) else {
        throw UsageError(
          description: "'--against \(text)': there is no \(GalleryPage.fileName) in '\(path)'.")
      }
      self = .page(try GalleryPage(at: page, named: text))
      return
    }
    guard let commit = try package?.commit(text) else {
      throw UsageError(
        description:
          "'--against \(text)': there is no such file or folder, and git knows no such commit. A CI job may "
          + "have to fetch it first: git fetch origin BRANCH.")
    }
    self = .commit(text, page: "\(results)/gallery-\(commit.prefix(12)).html")
  }

  /// The gallery; that of a commit is drawn, unless a page of it is there that has all that is asked for. An app that the commit
  /// does not have is not asked for.
  func gallery(
    for order: GalleryCommand.Order, _ package: PackageFolder?, in surroundings: Surroundings
  ) throws -> GalleryPage {
    switch self {
    case .page(let page): return page
    case .commit(let name, let page):
      let words = "\(name) (\(page))"
      let kept = try? GalleryPage(at: page, named: words)
      if let kept, kept.gallery.holds(order) { return kept }
      guard let package else { throw ToolFailure("There is no package to draw '\(name)' of.") }
      if let path = order.apps.first(where: { $0.contains("/") }) {
        throw UsageError(
          description:
            "'\(path)' is a path, and the apps of a commit have names: expected one such as SampleShop.")
      }
      let (copy, watcher) = try surroundings.makeTemporaryFolder()
      defer { watcher.clear(copy) }
      let folder = try PackageFolder(
        at: package.copy(of: name, to: copy), from: copy, until: surroundings.watchForInterruption())
      var order = order
      if !order.isWhole {
        let products = try TeamGraph(dump: folder.manifestDump(), package: folder.path).products
        order.apps.removeAll { !products.contains($0) }
        if let kept, kept.gallery.holds(order) { return kept }
        guard !order.apps.isEmpty else {
          let gallery = Gallery(
            isWhole: false, widths: order.widths, locales: order.locales, clock: GalleryStage.clock)
          return GalleryPage(name: name, gallery: gallery, pictures: [])
        }
      }
      surroundings.complain(
        "Building and drawing '\(name)' in a temporary folder; the page of it is kept as \(page).\n")
      try GalleryPage.write(Self.page(of: name, order, folder, in: surroundings, copy), to: page)
      Self.removeOldPages(beside: page)
      return try GalleryPage(at: page, named: words)
    }
  }

  /// Leaves the pages of the commits that were drawn last.
  private static func removeOldPages(beside page: String) {
    let folder = URL(filePath: page).deletingLastPathComponent().path
    let pages = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.wholeMatch(of: /gallery-[0-9a-f]{12}\.html/) != nil }.map { "\(folder)/\($0)" }
      .sorted { RunFolder.date(of: $0) ?? .distantPast > RunFolder.date(of: $1) ?? .distantPast }
    for old in pages.dropFirst(mostPages) { try? FileManager.default.removeItem(atPath: old) }
  }

  private static let mostPages = 5

  /// Has the commit draw its gallery by itself.
  private static func page(
    of commit: String, _ order: GalleryCommand.Order, _ package: PackageFolder, in surroundings: Surroundings,
    _ temporary: String
  ) throws -> Data {
    let page = "\(temporary)/\(GalleryPage.fileName)"
    let words = [
      "run", "cleanslate", GalleryCommand.name, "--widths",
      order.widths.map(String.init).joined(separator: ","), "--locales",
      order.locales.joined(separator: ","), "--output", page,
    ]
    let tool = SwiftTool(
      folder: package.path,
      // By this, the watcher knows the build. The commit may have no such team.
      environment: surroundings.environment.merging(["TMPDIR": temporary + "/"]) { $1 }
        .filter { $0.key != "CLEANSLATE_TEAM" },
      interruption: try surroundings.watchForInterruption())
    var lines: [String] = []
    let status = try tool.run(words + (order.isWhole ? [] : order.apps)) { lines.append($0) }
    guard status != nil else {
      throw ToolFailure(
        "Interrupted while '\(commit)' was built and drawn; there is no new page.",
        status: Status.interrupted)
    }
    // One that could not draw everything has drawn the rest.
    guard let data = FileManager.default.contents(atPath: page) else {
      throw ToolFailure(
        "'\(commit)' could not be drawn; a commit without 'cleanslate gallery' cannot be:\n"
          + lines.suffix(20).joined(separator: "\n"))
    }
    return data
  }
}

extension Gallery {
  /// Whether it has all that is asked for.
  fileprivate func holds(_ order: GalleryCommand.Order) -> Bool {
    Set(order.widths).isSubset(of: widths) && Set(order.locales).isSubset(of: locales)
      && (isWhole || !order.isWhole && Set(order.apps).isSubset(of: apps ?? shots.map(\.scene.app)))
  }
}
#endif
