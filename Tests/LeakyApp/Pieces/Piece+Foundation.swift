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
    + holding("foundation-operation") { tray in
      Keeper(BlockOperation { tray.touch() })
    }
    + holding("foundation-thread") { tray in
      Keeper(Thread { tray.touch() })
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
