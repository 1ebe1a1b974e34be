#if DEBUG
import Records

/// What is not as in another gallery, which is the base.
struct GalleryComparison: Codable, Equatable {
  struct Difference: Codable, Equatable {
    /// The shot of the base, with the numbers of this gallery; nil if it is new.
    let before: Gallery.Shot?
    /// Nil if it is only in the base.
    let after: Gallery.Shot?
    /// The widths in which the picture, or what plain mode prints, is another.
    let widths: [Int]
    /// The lines of the element tree that went, each after a minus, and those that came, each after a plus.
    let changes: [String]
  }

  /// What the base is, in words.
  let base: String
  var differences: [Difference] = []
}

extension GalleryComparison.Difference: CustomStringConvertible {
  var description: String {
    guard let shot = after ?? before else { return "" }
    let name = "\(shot.scene.app) \(shot.scene.name) \(shot.locale)"
    if before == nil { return "new: \(name)" }
    if after == nil { return "gone: \(name)" }
    return "differs: \(name)"
      + (widths.isEmpty ? "" : " in \(widths.map(String.init).joined(separator: ", ")) columns")
  }
}

extension GalleryPictures {
  /// Compares the shots with those of another gallery, in the locales and widths that both have. Its pictures and texts come
  /// into this one as far as they are shown.
  mutating func compare(_ gallery: Gallery, with base: GalleryPage) -> GalleryComparison {
    let baseIsWhole = base.gallery.problems.isEmpty
    var comparison = GalleryComparison(base: base.name + (baseIsWhole ? "" : ", which is not whole"))
    let widths = gallery.widths.filter(base.gallery.widths.contains)
    let apps = Set(gallery.shots.map(\.scene.app))
    // Where both have all apps, one that the base alone has is gone.
    let haveAllApps = gallery.isWhole && base.gallery.isWhole
    let known = base.gallery.shots.filter {
      (haveAllApps || apps.contains($0.scene.app)) && gallery.locales.contains($0.locale)
    }
    var rest = Dictionary(known.map { ($0.key, $0) }) { first, _ in first }
    for after in gallery.shots where base.gallery.locales.contains(after.locale) {
      guard let found = rest.removeValue(forKey: after.key) else {
        // What the base could not draw is not new.
        if baseIsWhole {
          comparison.differences.append(.init(before: nil, after: after, widths: gallery.widths, changes: []))
        }
        continue
      }
      let before = adopt(found, of: base, widths)
      func look(_ shot: Gallery.Shot, _ width: Int) -> [Int]? {
        shot.drawings.first { $0.columns == width }.map { [$0.picture, $0.plain] }
      }
      let changed = widths.filter { look(before, $0) != look(after, $0) }
      guard before.tree != after.tree || !changed.isEmpty else { continue }
      let changes = ScreenChange.lines(
        from: texts.all[before.tree], to: texts.all[after.tree], trimmed: false)
      comparison.differences.append(.init(before: before, after: after, widths: changed, changes: changes))
    }
    // Nor is gone what could not be drawn now.
    for gone in known where gallery.problems.isEmpty && rest[gone.key] != nil {
      comparison.differences.append(
        .init(before: adopt(gone, of: base, widths), after: nil, widths: widths, changes: []))
    }
    return comparison
  }

  private mutating func adopt(
    _ shot: Gallery.Shot, of base: GalleryPage, _ widths: [Int]
  ) -> Gallery.Shot {
    let drawings = shot.drawings.filter { widths.contains($0.columns) }.map { drawing in
      Gallery.Drawing(
        columns: drawing.columns, picture: pictures.number(of: base.pictures[drawing.picture]),
        plain: texts.number(of: base.gallery.texts[drawing.plain]), places: drawing.places)
    }
    return Gallery.Shot(
      scene: shot.scene, locale: shot.locale, screen: shot.screen,
      tree: texts.number(of: base.gallery.texts[shot.tree]), drawings: drawings, findings: shot.findings)
  }
}
#endif
