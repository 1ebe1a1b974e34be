import Foundation
import Leaks
import ObjectGraph
import Testing

@Suite("Each mistake has a report of its own")
struct MaskingTests {
  private func report(_ make: (Registry) -> Session) -> String {
    let graph = ObjectGraph(searchesMemory: false)
    let registry = Registry()
    let memory = remembered(graph, registry, make)
    return withExtendedLifetime(registry) {
      graph.explain(memory.survivors()).leaks.map(\.description.plain).joined(separator: "\n")
    }
  }

  private func remembered(_ graph: ObjectGraph, _ registry: Registry, _ make: (Registry) -> Session)
    -> RememberedObjects
  {
    graph.remember([GraphRoot(make(registry))])
  }

  @Test("What somebody holds beside a leaked session is not only a word in the session's lines")
  func heldTwice() {
    let found = report { registry in
      let session = Session()
      session.items = [Item(), Item()]
      registry.cache = ["session": session, "item": session.items[1]]
      return session
    }
    #expect(
      found == """
        Session is still alive; it was Session
          held from outside by 1 strong reference
          holds Item
        Item is still alive; it was Session.items[1] -> Item
          held from outside by 1 strong reference
        """)
  }

  @Test("A cycle below a leaked session is a mistake of its own")
  func cycleBelow() {
    let found = report { registry in
      let (session, inner) = (Session(), Session())
      session.delegate = inner
      inner.onEvent = { inner.events += 1 }
      registry.cache["session"] = session
      registry.entries.append { [weak inner] in inner?.onEvent = {} }
      return session
    }
    #expect(
      found == """
        Session is still alive; it was Session
          held from outside by 1 strong reference
        Session is still alive; it was Session.delegate -> Session
          held in a cycle: Session.onEvent (closure) captures Session
        """)
  }

  @Test("A list that is also kept elsewhere holds what is in it")
  func sharedStorage() {
    let list = Box<[Item]>([])
    let found = report { registry in
      let session = Session()
      session.items = [Item(), Item()]
      list.value = session.items
      registry.cache["session"] = session
      return session
    }
    #expect(found.contains("Session is still alive"))
    #expect(found.contains("Item is still alive; it was Session.items[0] -> Item"))
    withExtendedLifetime(list) {}
  }

  private final class Screen {
    var presenter: Presenter?
    let model: Item
    init(_ model: Item) { self.model = model }
  }
  private final class Presenter { var screen: Screen? }

  @Test("A cycle beside the session that holds a part of it is told once around")
  func closedScreen() {
    weak var last: Screen?
    let graph = ObjectGraph()
    let memory = remembered(graph, Registry()) { _ in
      let session = Session()
      session.items = [Item()]
      let screen = Screen(session.items[0])
      screen.presenter = Presenter()
      screen.presenter?.screen = screen
      last = screen
      return session
    }
    let found = graph.explain(memory.survivors()).leaks.map(\.description.plain).joined(separator: "\n")
    last?.presenter = nil
    #expect(found.contains("held in a cycle: "))
    #expect(found.components(separatedBy: "presenter").count == 2, "\(found)")
  }
}
