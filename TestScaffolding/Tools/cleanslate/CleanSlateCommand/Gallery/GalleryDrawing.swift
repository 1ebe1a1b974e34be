#if DEBUG
import AppDriver
import Foundation
import OperatingSystem
import Records

/// A gallery while it is drawn.
struct GalleryDrawing {
  private let order: GalleryCommand.Order
  private let surroundings: Surroundings
  private(set) var gallery: Gallery
  private var pictures = GalleryPictures()
  private var live: LiveLine
  private(set) var isInterrupted = false

  init(_ order: GalleryCommand.Order, in surroundings: Surroundings) {
    (self.order, self.surroundings) = (order, surroundings)
    gallery = Gallery(
      isWhole: order.isWhole, apps: order.apps, widths: order.widths, locales: order.locales,
      clock: GalleryStage.clock)
    live = LiveLine(columns: surroundings.liveColumns, write: surroundings.draw)
  }

  var page: GalleryPage {
    var gallery = gallery
    gallery.texts = pictures.texts.all
    gallery.notJudged = pictures.notJudged
    return GalleryPage(gallery: gallery, pictures: pictures.pictures.all)
  }

  /// Draws what each app can be brought to show, in each locale.
  mutating func draw(_ apps: [(name: String, executable: String)]) throws {
    let interruption = try surroundings.watchForInterruption()
    defer { live.erase() }
    for (name, executable) in apps {
      for locale in order.locales where !isInterrupted {
        do {
          if live.isAlive { live.show("\(name) \(locale): starts") }
          var stage = try GalleryStage(
            name, executable: executable, locale: locale, in: surroundings, until: interruption)
          defer { stage.end() }
          try draw(&stage, until: interruption)
        } catch {
          if try interruption?.isReadable == true {
            interrupt("\(name) in \(locale) and what follows is not drawn.")
          } else {
            note("\(name) in \(locale): \(error)")
          }
        }
      }
    }
  }

  private mutating func interrupt(_ what: String) {
    isInterrupted = true
    note("Interrupted: \(what)")
  }

  private mutating func draw(_ stage: inout GalleryStage, until interruption: Descriptor?) throws {
    let scenes = stage.scenes
    for (number, scene) in scenes.enumerated() {
      let rest = "\(stage.name) in \(stage.locale) and what follows is not drawn from '\(scene.name)' on."
      if try interruption?.isReadable == true { return interrupt(rest) }
      if live.isAlive {
        live.show("\(stage.name) \(stage.locale) \(number + 1)/\(scenes.count): \(scene.name)")
      }
      do {
        let (scene, tree) = try stage.show(scene)
        gallery.shots.append(pictures.shot(of: scene, stage.locale, tree, widths: order.widths))
      } catch {
        if try interruption?.isReadable == true { return interrupt(rest) }
        note("\(stage.name) in \(stage.locale), \(scene.name): \(error)")
        try stage.goOn()
      }
    }
  }

  private mutating func note(_ problem: String) { gallery.problems.append(problem) }

  mutating func compare(with base: GalleryPage) {
    let kept = base.gallery
    for (what, own, others) in [
      ("locale", gallery.locales, kept.locales),
      ("width", gallery.widths.map(String.init), kept.widths.map(String.init)),
    ] where !own.contains(where: others.contains) {
      gallery.problems.append(
        "\(base.name) has no \(what) of this gallery, so nothing was compared: it has "
          + "\(others.joined(separator: ", ")), and this one \(own.joined(separator: ", ")).")
      return
    }
    for problem in kept.problems {
      surroundings.complain("cleanslate gallery: \(base.name) is not whole: \(problem)\n")
    }
    gallery.comparison = pictures.compare(gallery, with: base)
  }

  /// Finds the screens that the sources of the apps declare, and that neither this gallery nor a test has drawn.
  mutating func findUndrawn(of apps: [String], _ package: PackageFolder, _ graph: TeamGraph, run: RunFolder?)
  {
    let records = run?.entries().0 ?? []
    let drawn = Set(gallery.shots.compactMap(\.screen)).union(
      records.flatMap { ($0.audit ?? []).map(\.screen) })
    gallery.run = run?.name
    gallery.undrawn = DeclaredScreen.all(of: graph.needs(of: apps), in: package.path)
      .filter { screen in !drawn.contains { screen.has($0) } }
  }

  /// Says what has come of it.
  func tell(of path: String) {
    let shots = gallery.shots
    let scenes = Set(shots.map { $0.key.dropLast() })
    let findings = shots.reduce(0) { $0 + $1.findings.count }
    surroundings.write(
      "\(path): \(Amount.count(scenes.count, "scene")) of "
        + "\(Amount.count(Set(shots.map(\.scene.app)).count, "app")) in "
        + "\(Amount.count(order.widths.count, "width")) and \(Amount.count(order.locales.count, "locale")), in "
        + "\(Amount.count(pictures.pictures.all.count, "picture"))\n\(Amount.count(findings, "finding")), "
        + (gallery.undrawn.map { "\(Amount.count($0.count, "screen")) that nothing draws\n" }
          ?? "screens that nothing draws were not looked for\n"))
    if let comparison = gallery.comparison {
      let differences = comparison.differences
      surroundings.write(
        differences.isEmpty
          ? "All is as in \(comparison.base).\n"
          : "\(Amount.count(differences.count, "screen")) not as in \(comparison.base):\n"
            + differences.map { "  \($0)\n" }.joined())
    }
    tellProblems()
  }

  func tellProblems() {
    for problem in gallery.problems { surroundings.complain("cleanslate gallery: \(problem)\n") }
  }
}

extension Gallery {
  /// Whether all could be drawn, and nothing is another than in the base.
  var isAsExpected: Bool { problems.isEmpty && comparison?.differences.isEmpty != false }
}
#endif
