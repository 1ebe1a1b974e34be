import Foundation

extension Piece {
  static let foundation =
    holding("foundation-ancestor") { Napkin($0) }
    + holding("foundation-dictionary") { tray in
      let dictionary = NSMutableDictionary()
      dictionary.setObject(tray, forKey: "tray" as NSString)
      return Keeper(dictionary)
    }
    + holding("foundation-cache") { tray in
      let cache = NSCache<NSString, Tray>()
      cache.setObject(tray, forKey: "tray")
      return Keeper(cache)
    }
    + holding("foundation-error") { Keeper(NSError(domain: "trays", code: 1, userInfo: ["tray": $0])) }
    + holding("foundation-notification") { tray in
      let center = NotificationCenter()
      _ = center.addObserver(forName: Notification.Name("news"), object: nil, queue: nil) { _ in tray.touch()
      }
      return Keeper(center)
    }
    + [text("foundation-text", changes: 0), text("foundation-text-changed", changes: 9)]
    + holding("foundation-operation") { tray in
      Keeper(BlockOperation { tray.touch() })
    }
    + holding("foundation-thread") { tray in
      Keeper(Thread { tray.touch() })
    }

  /// A text with a tray among its attributes, in a cycle. Foundation never frees attributes that are not removed, so the
  /// text has to live until this is undone.
  private static func text(_ name: String, changes: Int) -> Piece {
    Piece(name) { session in
      let tray = Tray()
      let text = NSMutableAttributedString(string: "a tray", attributes: [.init("tray"): tray])
      for number in 0..<changes {
        text.addAttribute(.init("\(number)"), value: tray, range: NSRange(number % 3..<6))
      }
      tray.holder = Keeper(text)
      session.pieces[name] = tray.holder
      Undo.add { [weak text] in text?.setAttributes([:], range: NSRange(0..<6)) }
    }
  }
}

private nonisolated class Cloth<Content>: NSObject {
  let content: Content
  init(_ content: Content) { self.content = content }
}

private nonisolated final class Napkin: Cloth<Tray> {
  let size = 3
}

nonisolated final class Keeper<Content> {
  private let content: Content
  init(_ content: Content) { self.content = content }
}
