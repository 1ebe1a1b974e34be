import Foundation
import Observation

extension Piece {
  /// Collections and objects of libraries that a static variable has.
  static let containers = [
    held("container-array") { tray in
      Pantry.list = [Tray(), tray]
      Undo.add { Pantry.list = [] }
    },
    held("container-dictionary") { tray in
      Pantry.byName = ["miso": tray]
      Undo.add { Pantry.byName = [:] }
    },
    held("container-values") { tray in
      Pantry.values = ["miso": tray].values
      Undo.add { Pantry.values = nil }
    },
    held("container-view") { tray in
      Pantry.view = Keeper(["miso": tray].values)
      Undo.add { Pantry.view = nil }
    },
    held("container-set") { tray in
      Pantry.unique = [tray]
      Undo.add { Pantry.unique = [] }
    },
    held("container-key") { tray in
      Pantry.counts = [tray: 1]
      Undo.add { Pantry.counts = [:] }
    },
    held("container-any") { tray in
      Pantry.anything = ["tray": tray]
      Undo.add { Pantry.anything = [:] }
    },
    held("container-tuple") { tray in
      Pantry.entries = [(1, tray)]
      Undo.add { Pantry.entries = [] }
    },
    held("container-key-path") { tray in
      Pantry.path = \Menu[tray]
      Undo.add { Pantry.path = nil }
    },
    held("container-buffer") { tray in
      Pantry.buffer = ManagedBuffer<Tray?, Int>.create(minimumCapacity: 1) { _ in tray }
      Undo.add { Pantry.buffer = nil }
    },
    held("container-cache") { tray in
      Pantry.cache.setObject(tray, forKey: "tray")
      Undo.add { Pantry.cache.removeAllObjects() }
    },
    held("container-error") { tray in
      Pantry.failure = NSError(domain: "trays", code: 1, userInfo: ["tray": tray])
      Undo.add { Pantry.failure = nil }
    },
    held("container-old-dictionary") { tray in
      Pantry.old.setObject(tray, forKey: "tray" as NSString)
      Undo.add { Pantry.old.removeAllObjects() }
    },
    held("container-observation") { tray in
      withObservationTracking {
        _ = Clock.shared.hour
      } onChange: {
        tray.touch()
      }
      Undo.add { Clock.shared.hour += 1 }
    },
    held("container-publisher") { tray in
      Publisher.shared.subscribers.append(Publisher.Subscriber { tray.touch() })
      Undo.add { Publisher.shared.subscribers = [] }
    },
    held("container-stream") { tray in
      let (stream, continuation) = AsyncStream.makeStream(of: Tray.self)
      continuation.yield(tray)
      Pantry.stream = stream
      Undo.add { Pantry.stream = nil }
    },
    held("container-operation") { tray in
      Pantry.operation = BlockOperation { tray.touch() }
      Undo.add { Pantry.operation = nil }
    },
    held("container-progress") { tray in
      let progress = Progress(totalUnitCount: 1)
      progress.cancellationHandler = { tray.touch() }
      Pantry.progress = progress
      Undo.add { Pantry.progress = nil }
    },
    held("container-center") { tray in
      Pantry.token = Pantry.news.addObserver(forName: .init("news"), object: nil, queue: nil) { _ in
        tray.touch()
      }
      Undo.add { Pantry.token.map { Pantry.news.removeObserver($0) } }
    },
  ]
}

private enum Pantry {
  static var list: [Tray] = []
  static var byName: [String: Tray] = [:]
  static var values: [String: Tray].Values?
  static var view: AnyObject?
  static var unique: Set<Tray> = []
  static var counts: [Tray: Int] = [:]
  static var anything: [String: Any] = [:]
  static var entries: [(number: Int, tray: Tray)] = []
  static var path: KeyPath<Menu, Int>?
  static var buffer: ManagedBuffer<Tray?, Int>?
  static let cache = NSCache<NSString, Tray>()
  static var failure: NSError?
  static let old = NSMutableDictionary()
  static var stream: AsyncStream<Tray>?
  static var operation: Operation?
  static var progress: Progress?
  static let news = NotificationCenter()
  static var token: (any NSObjectProtocol)?
}

private struct Menu {
  subscript(tray: Tray) -> Int { 0 }
}

@Observable
private final class Clock {
  static let shared = Clock()
  var hour = 0
}

private final class Publisher {
  static let shared = Publisher()
  var subscribers: [Subscriber] = []

  struct Subscriber {
    let receive: () -> Void
  }
}
