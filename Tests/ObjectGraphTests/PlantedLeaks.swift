/// A mistake, with what the report must say of it.
struct PlantedLeak: Sendable {
  let name: String
  let report: String
  /// Makes the mistake; the returned closure undoes it, so that the tests leak nothing.
  let plant: @Sendable () -> (value: Any, undo: () -> Void)
}

final class Session {
  var onEvent: () -> Void = {}
  var delegate: AnyObject?
  var items: [Item] = []
  var byName: [String: Item] = [:]
  var state = State.empty
  var box: Box<Session?>?
  var events = 0

  enum State {
    case empty
    case open(Item, number: Int)
    case failed(String)
  }
}

final class Item {
  weak var seen: Session?
  var owner: Session?
}

final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

actor Worker {
  nonisolated(unsafe) let client = Box<Worker?>(nil)
}

/// What an app has for good: a timer's queue, a list of observers, a cache.
final class Registry {
  var entries: [() -> Void] = []
  var cache: [String: AnyObject] = [:]
}

extension PlantedLeak {
  static let all: [PlantedLeak] = [
    PlantedLeak(
      name: "a closure that captures its owner",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.onEvent (closure) captures Session
        """
    ) {
      let session = Session()
      session.onEvent = { session.events += 1 }
      return (session, { [weak session] in session?.onEvent = {} })
    },
    PlantedLeak(
      name: "a timer that captures what it serves",
      report: """
        Session is still alive; it was Session
          held from outside by 1 strong reference
        """
    ) {
      let (registry, session) = (Registry(), Session())
      registry.entries.append { session.events += 1 }
      return (session, { registry.entries = [] })
    },
    PlantedLeak(
      name: "a delegate that is held strongly",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.delegate -> Item -> owner -> Session
          holds Item
        """
    ) {
      let (session, item) = (Session(), Item())
      session.delegate = item
      item.owner = session
      return (session, { [weak item] in item?.owner = nil })
    },
    PlantedLeak(
      name: "a cycle through an array",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.items[1] -> Item -> owner -> Session
          holds 2 Item
        """
    ) {
      let session = Session()
      session.items = [Item(), Item()]
      session.items[1].owner = session
      return (session, { [weak session] in session?.items = [] })
    },
    PlantedLeak(
      name: "a cycle through the payload of a case",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.state.open.0 -> Item -> owner -> Session
          holds Item
        """
    ) {
      let (session, item) = (Session(), Item())
      session.state = .open(item, number: 7)
      item.owner = session
      return (session, { [weak session] in session?.state = .empty })
    },
    PlantedLeak(
      name: "a cycle through a dictionary",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.byName["tea"] -> Item -> owner -> Session
          holds 2 Item
        """
    ) {
      let session = Session()
      session.byName = ["milk": Item(), "tea": Item()]
      session.byName["tea"]?.owner = session
      return (session, { [weak session] in session?.byName = [:] })
    },
    PlantedLeak(
      name: "a cycle through a generic box",
      report: """
        Session is still alive; it was Session
          held in a cycle: Session.box -> Box<Optional<Session>> -> value -> Session
          holds Box<Optional<Session>>
        """
    ) {
      let session = Session()
      session.box = Box(session)
      return (session, { [weak session] in session?.box = nil })
    },
    PlantedLeak(
      name: "an actor that its client holds",
      report: """
        Worker is still alive; it was Worker
          held in a cycle: Worker.client -> Box<Optional<Worker>> -> value -> Worker
          holds Box<Optional<Worker>>
        """
    ) {
      let worker = Worker()
      worker.client.value = worker
      return (worker, { [weak worker] in worker?.client.value = nil })
    },
    PlantedLeak(
      name: "a cache that forgets nothing",
      report: """
        Session is still alive; it was Session
          held from outside by 1 strong reference
          holds 2 Item
        """
    ) {
      let (registry, session) = (Registry(), Session())
      session.items = [Item(), Item()]
      registry.cache["session"] = session
      return (session, { registry.cache = [:] })
    },
    PlantedLeak(
      name: "an observer that was never removed, with what it observes",
      report: """
        Item is still alive; it was Session.items[0] -> Item
          held from outside by 1 strong reference
        """
    ) {
      let (registry, session) = (Registry(), Session())
      let item = Item()
      session.items = [item]
      registry.entries.append { item.seen = nil }
      return (session, { registry.entries = [] })
    },
  ]
}
