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
    let focus = FocusOrder(tree)
    order = focus.stops.map(\.identifier)
    floats = Set(focus.stops.filter(\.floats).map(\.identifier))
    var ways: [String: Set<String>] = [:]
    var backwards: [String: Set<String>] = [:]
    func add(_ from: String, _ to: FocusOrder.Stop?) {
      guard let to else { return }
      ways[from, default: []].insert(to.identifier)
      backwards[to.identifier, default: []].insert(from)
    }
    for (index, stop) in focus.stops.enumerated() {
      for direction in [1, -1] {
        add(stop.identifier, focus.onNextLine(direction, from: index))
        add(stop.identifier, focus.inRow(direction, from: index))
      }
    }
    let groups = focus.groups
    let entries = groups.map { FocusOrder.entry(of: $0) }
    for (index, group) in groups.enumerated() {
      for stop in group {
        add(stop.identifier, entries[(index + 1) % groups.count])
        add(stop.identifier, entries[(index - 1 + groups.count) % groups.count])
      }
    }
    guard let start = focus.current?.identifier else {
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
