import ElementTree

/// A tree as lines of plain text, for pipes and for screen readers: each control with its name, its role, its place among
/// others like it, and its state. No sign stands for a word.
struct LineScreen: Equatable {
  struct Line: Equatable {
    let text: String
    /// That of the element, where it has one.
    let identifier: String?
    /// That of the element also where another line of it ends with the identifier.
    let owner: String?
    /// The text without its place among others, which changes when another comes or goes.
    let words: String

    init(_ text: String, _ identifier: String?, owner: String? = nil, words: String? = nil) {
      (self.text, self.identifier, self.words) = (text, identifier, words ?? text)
      self.owner = owner ?? identifier
    }

    func saysTheSame(as other: Line) -> Bool { (words, identifier) == (other.words, other.identifier) }
  }

  private(set) var all: [Line] = []
  /// The identifiers of the elements that can be acted on; the first has the number 1.
  private(set) var actions: [String] = []
  /// The identifiers of the screen, and of the alert in front of it.
  private var numbers: [String: Int] = [:]
  private let screen: String?
  private let alert: String?

  /// - Parameter last: What was printed before. On the same screen, what was there keeps its number.
  init(_ tree: Element, after last: LineScreen? = nil) {
    let active = tree.activeElement
    screen = tree.screen?.identifier
    alert = active.role == .alert ? active.identifier ?? active.label : nil
    if let last, last.screen == screen { (actions, numbers) = (last.actions, last.numbers) }
    if let screen = tree.screen { add("Screen: \(screen.visibleLabel)", screen) }
    if active.role == .alert {
      add("Alert: \(Self.meaning(of: active))\(active.visibleLabel)", active)
      for child in active.children + tree.reachableFloats { add(child, place: "") }
      if tree.wayBack != nil { add("  back  closes this question", nil) }
    } else {
      add(tree, place: "")
      if tree.wayBack != nil { add("  back  returns to the screen before", nil) }
    }
  }

  var lines: [String] { all.map(\.text) }

  /// What is said of each element that has an identifier.
  var wordsByOwner: [String: [String]] {
    all.reduce(into: [:]) { words, line in
      if let owner = line.owner { words[owner, default: []].append(line.words) }
    }
  }

  var text: String { Self.text(lines) }

  func isOfSameScreen(as other: LineScreen) -> Bool { screen == other.screen }

  var hasAlert: Bool { alert != nil }

  /// Only what is new, and what is gone without anything in its place; nil if nothing has changed.
  func changes(from old: LineScreen) -> String? {
    let difference = all.difference(from: old.all) { $0.saysTheSame(as: $1) }
    guard !difference.isEmpty else { return nil }
    let (came, went) = (Set(difference.insertions.map(\.offset)), Set(difference.removals.map(\.offset)))
    var (said, index) = ([String](), 0)
    var (gone, new): ([Line], [Line]) = ([], [])
    func sayBlock() {
      said += new.map(\.text)
      // What has no identifier gives way to what comes in its place.
      let places = new.count { $0.identifier == nil }
      let left =
        gone.filter { line in line.identifier != nil && !all.contains { $0.identifier == line.identifier } }
        + gone.filter { $0.identifier == nil }.dropFirst(places)
      if alert == old.alert { said += left.map { "Gone: \($0.text.drop { $0 == " " })" } }
      (gone, new) = ([], [])
    }
    for position in 0...old.all.count {
      while came.contains(index) {
        new.append(all[index])
        index += 1
      }
      if position < old.all.count, went.contains(position) {
        gone.append(old.all[position])
      } else {
        sayBlock()
        index += 1
      }
    }
    return said.isEmpty ? nil : Self.text(said)
  }

  private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  // MARK: - Elements

  private mutating func add(_ element: Element, place: String) {
    switch element.role {
    case .alert: return
    case .window, .screen, .tabBar: break
    case .group, .list: addTitle(element)
    case .text: addText(element)
    case .progress:
      let state = element.visibleValue.isEmpty ? ", under way" : ": \(element.visibleValue)"
      let name = element.label.isEmpty ? "Progress" : "\(element.visibleLabel), progress"
      add(Self.meaning(of: element) + name + state, element)
    case .image: add("\(element.visibleLabel), image", element)
    case .button, .textField, .secureField, .toggle, .radioButton, .cell, .tab: addAction(element, place)
    }
    let places = Self.places(of: element.children)
    for (child, place) in zip(element.children, places) { add(child, place: place) }
  }

  /// Where each stands among those beside it that are like it: ` 2 of 5`.
  private static func places(of elements: [Element]) -> [String] {
    var counts: [Role: Int] = [:]
    for element in elements { counts[element.role, default: 0] += 1 }
    var seen: [Role: Int] = [:]
    return elements.map { element in
      seen[element.role, default: 0] += 1
      guard [.cell, .radioButton, .tab].contains(element.role), let count = counts[element.role] else {
        return ""
      }
      return " \(seen[element.role] ?? 0) of \(count)"
    }
  }

  private mutating func addTitle(_ element: Element) {
    if !element.label.isEmpty { add(Self.leading(element.visibleLabel), element) }
  }

  private mutating func addText(_ element: Element) {
    guard !element.label.isEmpty else { return }
    let lines = VisibleText.lines(element.label)
    for (index, line) in lines.enumerated() {
      let text = index == 0 ? Self.meaning(of: element) + line : line
      if index == lines.count - 1 {
        add(text, element)
      } else {
        all.append(Line(text, nil, owner: element.identifier))
      }
    }
  }

  private mutating func addAction(_ element: Element, _ place: String) {
    var text = "  "
    if let identifier = element.identifier {
      let number = numbers[identifier] ?? actions.count + 1
      if number > actions.count {
        actions.append(identifier)
        numbers[identifier] = number
      }
      text += "\(number). "
    }
    text += Self.meaning(of: element) + Self.name(of: element) + ", \(element.role.spoken)"
    var rest = Self.states(of: element).map { ", \($0)" }.joined() + Self.content(of: element)
    if let identifier = element.identifier { rest += "  \(VisibleText.line(identifier))" }
    all.append(Line(text + place + rest, element.identifier, words: text + rest))
  }

  private mutating func add(_ text: String, _ element: Element?) {
    let identifier = element?.identifier
    let name = identifier.map { "  (\(VisibleText.line($0)))" } ?? ""
    all.append(Line(text + name, identifier))
  }

  // MARK: - Words

  private static func meaning(of element: Element) -> String {
    if element.traits.contains(.failure) { return "Error: " }
    if element.traits.contains(.warning) { return "Warning: " }
    if element.traits.contains(.success) { return "Success: " }
    return ""
  }

  /// The label before what it is about.
  private static func leading(_ label: String) -> String {
    label.last.map(".,:;!?…。、：；！？".contains) == true ? label : label + ":"
  }

  private static func name(of element: Element) -> String {
    let isRow = element.role == .cell || element.role == .tab
    return isRow && !element.visibleValue.isEmpty
      ? "\(leading(element.visibleLabel)) \(element.visibleValue)" : element.visibleLabel
  }

  private static func content(of element: Element) -> String {
    guard element.role.isEditable else { return "" }
    let count = (element.value ?? "").count
    if count == 0 { return ", empty" + (element.placeholder.map { " (\(VisibleText.line($0)))" } ?? "") }
    if element.role == .secureField { return ": \(count) character\(count == 1 ? "" : "s")" }
    return ": \"\(element.visibleValue)\""
  }

  private static func states(of element: Element) -> [String] {
    var states: [String] = []
    if element.role == .toggle { states.append(element.isSelected ? "on" : "off") }
    if element.isSelected, element.role != .toggle { states.append("selected") }
    if element.traits.contains(.destructive) { states.append("destructive") }
    if !element.isEnabled { states.append("disabled") }
    return states
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
