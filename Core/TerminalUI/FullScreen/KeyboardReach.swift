package import ElementTree

/// Where the keys lead on a screen: Tab, the arrows, and their like.
package struct KeyboardReach {
  /// The identifiers of the controls, in the order of the keyboard. What floats stands at its end.
  package let order: [String]
  /// Those that no key leads to.
  package let unreachable: [String]
  /// Those that no key leads away from to where the keyboard is now.
  package let traps: [String]
  /// Those that Tab alone leads to.
  package let floats: Set<String>

  package init(_ tree: Element) {
    let stops = FocusOrder(tree).stops
    order = stops.map(\.identifier)
    floats = Set(stops.filter(\.floats).map(\.identifier))
    var ways: [String: Set<String>] = [:]
    var backwards: [String: Set<String>] = [:]
    for stop in stops {
      let there = FocusOrder(stops, at: stop.identifier)
      let next = [
        there.tabbed(by: 1, lastRows: [:]), there.tabbed(by: -1, lastRows: [:]), there.onNextLine(1),
        there.onNextLine(-1), there.inRow(1), there.inRow(-1),
      ]
      for case let next? in next {
        ways[stop.identifier, default: []].insert(next.identifier)
        backwards[next.identifier, default: []].insert(stop.identifier)
      }
    }
    guard let start = FocusOrder(tree).current?.identifier else {
      (unreachable, traps) = ([], [])
      return
    }
    let (to, from) = (Self.reach(of: start, by: ways), Self.reach(of: start, by: backwards))
    unreachable = order.filter { !to.contains($0) }
    traps = order.filter { to.contains($0) && !from.contains($0) }
  }

  private static func reach(of start: String, by ways: [String: Set<String>]) -> Set<String> {
    var (found, pending): (Set<String>, [String]) = ([start], [start])
    while let next = pending.popLast() {
      for way in ways[next] ?? [] where found.insert(way).inserted { pending.append(way) }
    }
    return found
  }
}

extension FocusOrder {
  /// The same stops, with the keyboard at one of them.
  fileprivate init(_ stops: [Stop], at identifier: String) {
    self.init(
      stops: stops.map { stop in
        var stop = stop
        stop.element.isFocused = stop.identifier == identifier
        return stop
      })
  }
}
