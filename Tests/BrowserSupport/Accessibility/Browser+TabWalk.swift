/// An element at which the keyboard stops.
package struct TabStop: Decodable, Sendable, Equatable {
  /// Which element of the page it is, whatever it is called.
  let number: Int
  /// The identifier, or the start of the markup where there is none.
  package let element: String
  /// The edges in the window, in CSS pixels.
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double
  /// Whether a person sees that the keyboard is here.
  package let isMarked: Bool
  /// How far each box around it was scrolled, to the left and up, by the number of the box.
  let scrolled: [String: [Double]]

  /// How far the boxes around both were scrolled here and not there, so that the two can be compared.
  private func shift(against other: TabStop) -> (x: Double, y: Double) {
    scrolled.filter { other.scrolled.keys.contains($0.key) }.values
      .reduce((x: 0, y: 0)) { (x: $0.x + $1[0], y: $0.y + $1[1]) }
  }

  /// Lists the stops that a reader, from left to right and from top to bottom, comes to before the one before them.
  ///
  /// What stands in a column further right may begin higher up.
  package static func outOfOrder(_ stops: [TabStop]) -> [String] {
    zip(stops, stops.dropFirst()).filter { earlier, later in
      let (first, second) = (earlier.shift(against: later), later.shift(against: earlier))
      let (x, y) = (second.x - first.x, second.y - first.y)
      return later.bottom + y <= earlier.top
        ? later.left + x < earlier.right : later.top + y < earlier.bottom && later.right + x <= earlier.left
    }.map { "\($1.element) after \($0.element)" }
  }
}

extension Browser {
  /// Presses Tab, or Shift-Tab, until the keyboard has left the page or begins anew, and lists where it has stopped.
  package func walkWithTab(backwards: Bool = false) async throws -> [TabStop] {
    // Where the walk begins depends on what had the keyboard before, so it begins beyond everything.
    try await execute(Self.beginning, .bool(backwards))
    var stops: [TabStop] = []
    while true {
      try await press(.tab, times: Self.pressesAtOnce, with: backwards ? [.shift] : [])
      let reached = try await execute("return tabStops.splice(0)", as: [TabStop?].self)
      for stop in reached {
        guard let stop else { return stops }
        if stop.number == stops.last?.number {
          throw BrowserError("The keyboard does not leave \(stop.element).")
        }
        if stops.contains(where: { $0.number == stop.number }) { return stops }
        stops.append(stop)
      }
      guard reached.count == Self.pressesAtOnce else { return stops }
    }
  }

  /// Each command takes far longer than the keyboard; what is pressed at the end of the page leads around it.
  private static let pressesAtOnce = 20

  /// With each press the page itself notes where the keyboard is, which may be beyond the page.
  private static let beginning = """
    const start = document.createElement('span');
    start.tabIndex = -1;
    arguments[0] ? document.body.append(start) : document.body.prepend(start);
    start.focus();
    start.remove();
    window.tabStops = [];
    const numbers = new Map();
    const numberOf = each => numbers.get(each) ?? numbers.set(each, numbers.size).get(each);
    window.tabWalk?.abort();
    window.tabWalk = new AbortController();
    const always = {capture: true, signal: tabWalk.signal};
    // A press that came from beyond the page is heard only at its end.
    let isDown = false;
    const add = () => { isDown = true; tabStops.push(null); };
    addEventListener('keydown', event => { if (event.key === 'Tab') add(); }, always);
    addEventListener('keyup', event => {
      if (event.key !== 'Tab') return;
      if (!isDown) add();
      isDown = false;
      tabStops[tabStops.length - 1] = read();
    }, always);
    function read() {
      const element = document.activeElement;
      if (!element || element === document.body || element === document.documentElement) return null;
      const scrolled = {};
      for (let each = element.parentElement; each; each = each.parentElement) {
        // The page itself is around every stop, also where it is not scrolled yet.
        if (each !== document.documentElement && !each.scrollLeft && !each.scrollTop
          && getComputedStyle(each).overflowY === 'visible') continue;
        scrolled[numberOf(each)] = [each.scrollLeft, each.scrollTop];
      }
      const box = element.getBoundingClientRect(), style = getComputedStyle(element);
      const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      return {
        number: numberOf(element),
        element: element.id ? '#' + element.id : element.outerHTML.slice(0, 100),
        left: box.left, top: box.top, right: box.right, bottom: box.bottom, scrolled,
        isMarked: isOutlined || style.boxShadow !== 'none',
      };
    }
    """
}
