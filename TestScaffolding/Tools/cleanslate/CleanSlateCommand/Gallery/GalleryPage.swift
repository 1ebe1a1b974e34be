#if DEBUG
import Foundation
import Records
import ToolOptions

/// The page of a gallery: its pictures, each once, and its data. A later gallery reads both.
struct GalleryPage {
  /// What it is, in words.
  var name = fileName
  let gallery: Gallery
  let pictures: [GalleryPicture]

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var contents = "<svg hidden>\n"
    for (number, picture) in pictures.enumerated() {
      contents += "<symbol id=\"p\(number)\" viewBox=\"\(picture.viewBox)\">\(picture.svg)</symbol>\n"
    }
    contents += "</svg>\n"
    return Self.document.data(
      with: Data(contents.utf8) + PageDocument.block(Self.block, try encoder.encode(gallery)))
  }

  static let fileName = "gallery.html"

  static func write(_ page: Data, to path: String) throws(ToolFailure) {
    do {
      try WholeFile.write(page, to: path)
    } catch {
      throw ToolFailure("\(error)")
    }
  }
}

extension GalleryPage {
  /// Reads the page of an earlier gallery.
  init(at path: String, named name: String) throws(RecordError) {
    let page: Data
    do {
      page = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw RecordError(description: "'\(path)' cannot be read: \(error.systemReason)")
    }
    let lines = page.split(separator: UInt8(ascii: "\n"))
    let symbol = /<symbol id="p\d+" viewBox="([0-9 ]+)">(.*)<\/symbol>/
    let pictures = lines.filter { $0.starts(with: "<symbol ".utf8) }.compactMap { line in
      String(decoding: line, as: UTF8.self).wholeMatch(of: symbol).map {
        GalleryPicture(viewBox: String($0.output.1), svg: String($0.output.2))
      }
    }.filter { Self.isPainted($0.svg) }
    let start = PageDocument.blockStart(Self.block)
    guard let index = lines.firstIndex(where: { $0.elementsEqual(start.utf8) }), index + 1 < lines.endIndex
    else {
      throw Self.noGallery(path)
    }
    let json = lines[index + 1].dropLast(PageDocument.blockEnd.utf8.count)
    struct Form: Decodable { let version: Int? }
    if let form = try? JSONDecoder().decode(Form.self, from: json), form.version != Gallery.version {
      guard let version = form.version else { throw Self.noGallery(path) }
      throw RecordError(
        description:
          "'\(path)' is a gallery of version \(version), and this command reads version \(Gallery.version). "
          + "Draw it anew.")
    }
    guard let gallery = try? JSONDecoder().decode(Gallery.self, from: json),
      gallery.isWhole(with: pictures.count)
    else {
      throw RecordError(
        description:
          "'\(path)' is a page of 'cleanslate gallery' that is cut off or was changed. Draw it anew.")
    }
    self.init(name: name, gallery: gallery, pictures: pictures)
  }

  private static func noGallery(_ path: String) -> RecordError {
    RecordError(description: "'\(path)' is no page of 'cleanslate gallery'.")
  }

  /// Whether it has nothing but the texts and rectangles that are painted here, with no other attributes. A page may come from
  /// anywhere, and its pictures go into the next one.
  private static func isPainted(_ svg: String) -> Bool {
    // A mark that belongs to the letter before it may follow the tag.
    let tag = /\/text>|(text|rect)( (class="[a-z ]+"|(x|y|width|height|textLength)="[0-9]+"))+\/?>/
      .matchingSemantics(.unicodeScalar)
    let pieces = svg.split(separator: "<", omittingEmptySubsequences: false)
    return pieces[0].isEmpty && pieces.dropFirst().allSatisfy { $0.prefixMatch(of: tag) != nil }
  }

  private static let document = PageDocument("gallery.html")
  private static let block = "cs-data"
}

extension Gallery {
  /// Whether there is a picture and a text for each number.
  fileprivate func isWhole(with pictures: Int) -> Bool {
    shots.allSatisfy { shot in
      texts.indices.contains(shot.tree)
        && shot.drawings.allSatisfy {
          (0..<pictures).contains($0.picture) && texts.indices.contains($0.plain)
        }
    }
  }
}
#endif
