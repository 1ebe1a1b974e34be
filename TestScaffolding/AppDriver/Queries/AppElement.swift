#if DEBUG
import ControlProtocol
import ElementTree
import OperatingSystem

/// A handle of one element: it looks the element up anew whenever it is asked something.
public struct AppElement: Sendable {
  /// How the element is chosen among those of its query.
  enum Choice: Sendable {
    case named(String)
    case index(Int)
    case matching(@Sendable (Element) -> Bool)
  }

  let query: ElementQuery
  private let choice: Choice

  init(_ query: ElementQuery, _ choice: Choice) {
    self.query = query
    self.choice = choice
  }

  /// Whether the element is there now, be it several times; false also when the app cannot be asked or began anew.
  public var exists: Bool { (try? exists(in: query.current())) == true }

  /// The name by which tests find the element.
  public var identifier: String { get throws { try resolve().identifier ?? "" } }
  /// The text that the element shows or is known by.
  public var label: String { get throws { try resolve().label } }
  /// The content that changes; of secure fields only dots.
  public var value: String? { get throws { try resolve().shownValue } }
  /// What an empty field says it is waiting for.
  public var placeholderValue: String? { get throws { try resolve().placeholder } }
  /// Whether the element answers to actions.
  public var isEnabled: Bool { get throws { try resolve().isEnabled } }
  /// Whether the element is the chosen one of several, or a toggle that is on.
  public var isSelected: Bool { get throws { try resolve().isSelected } }
  /// Whether the element has the keyboard.
  public var hasFocus: Bool { get throws { try resolve().isFocused } }

  // MARK: - Actions

  /// Presses the element.
  public func tap() throws {
    try act(.tap) { TapRequest(id: $0, generation: query.era.generation, roles: $1) }
  }

  /// Types the text behind what is in the field.
  public func typeText(_ text: String) throws { try type(text, replace: nil) }

  /// Makes the text the whole text of the field.
  public func replaceText(_ text: String) throws { try type(text, replace: true) }

  /// Empties the field and types the text.
  public func clearAndType(_ text: String) throws { try replaceText(text) }

  private func type(_ text: String, replace: Bool?) throws {
    try act(.type) {
      TypeRequest(id: $0, text: text, replace: replace, generation: query.era.generation, roles: $1)
    }
  }

  /// Acts at once on an element that is known by its identifier; where that cannot be done, looks at the screen to
  /// find the element by its label, or to say what there is instead.
  private func act(_ route: ControlRoute, _ body: (_ id: String, _ roles: [String]?) -> some Encodable) throws
  {
    if let nameOnScreen, try send(route, body(nameOnScreen, query.roleNames), isCertain: false) { return }
    let element = try resolve()
    guard let identifier = element.identifier else {
      throw ElementError.nameless(summary, element: element.description)
    }
    try send(route, body(identifier, nil), isCertain: true)
  }

  /// Sends the request; returns false where the app does not know the element and may not have to.
  @discardableResult
  private func send(_ route: ControlRoute, _ body: some Encodable, isCertain: Bool) throws -> Bool {
    do {
      try query.app.act(route, body)
      return true
    } catch AppError.refused(_, _, let reply) where reply.code == .unknownElement && !isCertain {
      return false
    } catch AppError.refused(_, _, let reply) where reply.code == .staleGeneration {
      _ = try query.current()
      throw ElementError.refused(summary, reason: reply.message)
    } catch AppError.refused(_, _, let reply) where reply.code == .notActionable {
      throw ElementError.refused(summary, reason: reply.message)
    }
  }

  /// What may be the element's identifier, where it is sought on the whole screen of the process that runs.
  private var nameOnScreen: String? {
    guard case .named(let name) = choice, query.isOnWholeScreen, query.isOfThisProcess else { return nil }
    return name
  }

  // MARK: - Waits

  /// Waits until the element is there, be it several times, and returns whether it is.
  public func waitForExistence(timeout: Double) -> Bool {
    (try? wait(timeout) { exists(in: $0) }) == true
  }

  /// Waits until the element is gone, and returns whether it is; false also when the app cannot be asked.
  public func waitForNonExistence(timeout: Double) -> Bool {
    (try? wait(timeout) { !exists(in: $0) }) == true
  }

  /// Waits until the element is there with the value, and returns whether it is.
  public func wait(for value: String, timeout: Double) -> Bool {
    (try? wait(timeout) { try find(in: $0)?.shownValue == value }) == true
  }

  /// Waits until the condition holds for what the app shows.
  ///
  /// The app itself answers when it has drawn anew, so nothing here sleeps or asks in vain.
  func wait(_ seconds: Double, until condition: (Element) throws -> Bool) throws -> Bool {
    let deadline = Deadline(in: .seconds(max(0, min(seconds, 86_400))))
    var snapshot = try query.checked(try query.app.snapshot())
    while true {
      if try condition(snapshot.tree) { return true }
      let milliseconds = deadline.remainingMilliseconds
      guard milliseconds > 0 else { return false }
      let next = TreeQuery(after: snapshot.revision, milliseconds: milliseconds)
      snapshot = try query.checked(try query.app.snapshot(next))
    }
  }

  func find(in tree: Element) throws -> Element? {
    do {
      return try resolve(in: tree)
    } catch ElementError.missing {
      return nil
    }
  }

  // MARK: - Looking it up

  private func resolve() throws -> Element { try resolve(in: query.current()) }

  func resolve(in tree: Element) throws(ElementError) -> Element {
    let candidates = try query.candidates(in: tree)
    let found = choose(from: candidates)
    guard let first = found.first else { throw missing(among: candidates, in: tree) }
    guard found.count == 1 else {
      throw .ambiguous(summary, candidates: found.map(\.description))
    }
    return first
  }

  func exists(in tree: Element) -> Bool { !all(in: tree).isEmpty }

  /// Every element that fits, in everything that fits what it is looked for in.
  func all(in tree: Element) -> [Element] { choose(from: query.allCandidates(in: tree)) }

  private func choose(from candidates: [Element]) -> [Element] {
    switch choice {
    case .named(let name):
      let identified = candidates.filter { $0.identifier == name }
      return identified.isEmpty ? candidates.filter { $0.label == name } : identified
    case .index(let index):
      return candidates.indices.contains(index) ? [candidates[index]] : []
    case .matching(let condition):
      return candidates.filter(condition)
    }
  }

  private func missing(among candidates: [Element], in tree: Element) -> ElementError {
    var nearest: [String] = []
    if case .named(let name) = choice {
      let words = candidates.flatMap { [$0.identifier, $0.label].compactMap(\.self) }.filter { !$0.isEmpty }
      nearest = NearestIdentifiers.nearest(to: name, in: words)
      if nearest.isEmpty {
        let others = tree.allElements.flatMap { [$0.identifier, $0.label].compactMap(\.self) }
        nearest = NearestIdentifiers.nearest(to: name, in: others.filter { !$0.isEmpty })
      }
    }
    return .missing(summary, nearest: nearest, tree: tree.treeDescription)
  }

  /// What the handle is for, in the words of a test.
  var summary: String {
    switch choice {
    case .named(let name): "\(query.summary) \"\(name)\""
    case .index(let index): "\(query.summary) at index \(index)"
    case .matching: "\(query.summary) that matches the condition"
    }
  }
}
#endif
