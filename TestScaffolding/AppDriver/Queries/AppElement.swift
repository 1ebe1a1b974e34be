#if DEBUG
import ControlProtocol
import ElementTree
import OperatingSystem
import Snapshots

/// A handle of one element; it looks the element up again each time it is used.
public struct AppElement: Sendable {
  /// How to choose the element among those of its query.
  enum Choice: Sendable {
    case named(String)
    case index(Int)
    case matching(@Sendable (Element) -> Bool)
  }

  let query: ElementQuery
  private let choice: Choice
  /// The line that named the element, where it is known.
  private let place: CallPlace?

  init(_ query: ElementQuery, _ choice: Choice, at place: CallPlace? = nil) {
    self.query = query
    self.choice = choice
    self.place = place
  }

  /// Whether at least one such element is there now. If that cannot be known, as of an app that does not answer, the test
  /// fails with the reason, and this is false.
  public var exists: Bool { known(at: place) { exists(in: try look().tree) } }

  /// The identifier by which tests find the element.
  public var identifier: String { get throws { try resolve().identifier ?? "" } }
  /// The text that the element shows, or its accessible name.
  public var label: String { get throws { try resolve().label } }
  /// The changing content, such as the text of a field; dots for a secure field.
  public var value: String? { get throws { try resolve().shownValue } }
  /// The hint that an empty field shows.
  public var placeholderValue: String? { get throws { try resolve().placeholder } }
  /// Whether the element responds to actions.
  public var isEnabled: Bool { get throws { try resolve().isEnabled } }
  /// Whether the element is the selected one of several, or a toggle that is on.
  public var isSelected: Bool { get throws { try resolve().isSelected } }
  /// Whether the element has keyboard focus.
  public var hasFocus: Bool { get throws { try resolve().isFocused } }

  // MARK: - Actions

  /// Presses the element.
  public func tap(file: StaticString = #filePath, line: UInt = #line) throws {
    try act(.tap, at: CallPlace(file: file, line: line)) { TapRequest(id: $0, generation: $1, roles: $2) }
  }

  /// Types the text after the field's current text.
  public func typeText(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try type(text, replace: nil, at: CallPlace(file: file, line: line))
  }

  /// Replaces the field's text.
  public func replaceText(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try type(text, replace: true, at: CallPlace(file: file, line: line))
  }

  func type(_ text: String, replace: Bool?, enter: Bool? = nil, at place: CallPlace) throws {
    try act(.type, at: place) {
      TypeRequest(id: $0, text: text, replace: replace, enter: enter, generation: $1, roles: $2)
    }
  }

  /// Acts directly on what may be an identifier, without looking at the screen first. If that fails, looks at the
  /// screen to find the element by its label, or to report what is there instead.
  private func act(
    _ route: ControlRoute, at place: CallPlace,
    _ body: (_ id: String, _ generation: Int, _ roles: [String]?) -> some Encodable
  ) throws {
    try query.app.recorder.placed(at: place) {
      if let nameOnScreen,
        try send(
          route, body(nameOnScreen, query.app.generation, query.roleNames), at: place, isCertain: false)
      {
        return
      }
      let snapshot = try look(at: place)
      let element = try resolve(in: snapshot.tree)
      guard let identifier = element.identifier else {
        throw ElementError.nameless(summary, element: element.description)
      }
      try send(route, body(identifier, snapshot.era.generation, nil), at: place, isCertain: true)
    }
  }

  /// Sends the request. Returns false if the app does not know the element, or has begun anew, and `isCertain` is false.
  @discardableResult
  private func send(
    _ route: ControlRoute, _ body: some Encodable, at place: CallPlace, isCertain: Bool
  ) throws -> Bool {
    do {
      try query.app.act(route, body, on: summary, at: place)
      return true
    } catch AppError.refused(_, _, let reply)
      where [.unknownElement, .staleGeneration].contains(reply.code) && !isCertain
    {
      return false
    } catch AppError.refused(_, _, let reply) where [.staleGeneration, .notActionable].contains(reply.code) {
      throw ElementError.refused(summary, reason: reply.message)
    }
  }

  /// What may be the element's identifier. Only known for a search by name on the whole screen.
  private var nameOnScreen: String? {
    guard case .named(let name) = choice, query.isOnWholeScreen else { return nil }
    return name
  }

  // MARK: - Waits

  /// Waits until at least one such element is there, and returns whether that happened. Like the other waits, it fails the
  /// test with the reason, and returns false, if that cannot be known.
  public func waitForExistence(
    timeout: Double, file: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    let place = CallPlace(file: file, line: line)
    return known(at: place) { try wait(timeout, at: place) { exists(in: $0) } }
  }

  /// Waits until the element is gone, and returns whether that happened.
  public func waitForNonExistence(
    timeout: Double, file: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    let place = CallPlace(file: file, line: line)
    return known(at: place) { try wait(timeout, at: place) { !exists(in: $0) } }
  }

  /// Waits until the element has the value, and returns whether that happened.
  public func wait(
    for value: String, timeout: Double, file: StaticString = #filePath, line: UInt = #line
  ) -> Bool {
    let place = CallPlace(file: file, line: line)
    return known(at: place) { try wait(timeout, at: place) { try find(in: $0)?.shownValue == value } }
  }

  /// Waits until the condition holds for the app's screen.
  ///
  /// The app answers as soon as it has been drawn again, so this neither sleeps nor polls.
  func wait(
    _ seconds: Double, at place: CallPlace, until condition: (Element) throws -> Bool
  ) throws -> Bool {
    let deadline = Deadline(in: .seconds(max(0, min(seconds, 86_400))))
    var snapshot = try look(at: place)
    while true {
      if try condition(snapshot.tree) { return true }
      let milliseconds = deadline.remainingMilliseconds
      guard milliseconds > 0, !Task.isCancelled else { return false }
      let next = TreeQuery(after: snapshot.revision, milliseconds: milliseconds)
      do {
        snapshot = try query.app.snapshot(next, of: summary, at: place)
      } catch is AppError where query.app.hasBegunAnew(since: snapshot.era) {
        snapshot = try look(at: place)
      }
    }
  }

  func find(in tree: Element) throws -> Element? {
    do {
      return try resolve(in: tree)
    } catch ElementError.missing, ElementError.otherKind, ElementError.notShown {
      return nil
    }
  }

  // MARK: - Lookup

  private func look(at place: CallPlace? = nil) throws -> App.Snapshot {
    try query.app.snapshot(of: summary, at: place ?? self.place)
  }

  /// Returns what the question finds out. If it finds out nothing, the test fails there.
  private func known(at place: CallPlace?, _ question: () throws -> Bool) -> Bool {
    do {
      return try question()
    } catch  where isOfEndedTest {
      return false
    } catch {
      let problem = "The \(summary) could not be looked for: \(error)"
      if CurrentTest.isKnown || !query.app.recorder.read(\.isOfRunningTest) {
        CurrentTest.fail(problem, file: place?.file, line: place?.line)
      } else {
        // A thread of the test asked. Whose app it is, says it at its end.
        query.app.withRecord { $0.note(problem) }
      }
      return false
    }
  }

  /// Whether what asks was left at work by a test that has ended. No test that runs now has anything to do with it.
  private var isOfEndedTest: Bool {
    if CurrentTest.isOfXCTest { return false }
    if let leased = App.leased { return leased.isOver }
    return CurrentTest.hasEnded || !CurrentTest.isKnown && query.app.isHandedOn
  }

  private func resolve() throws -> Element {
    try query.app.recorder.placed(at: place) { try resolve(in: look().tree) }
  }

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

  /// Every matching element, within every match of its parent.
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
    if tree.screen?.identifier == FailureScreen.identifier,
      let reason = tree.first(withIdentifier: FailureScreen.reason)
    {
      return .notShown(summary, reason: reason.label)
    }
    var nearest: [String] = []
    if case .named(let name) = choice {
      let namesakes = tree.allElements.filter { $0.identifier == name || $0.label == name }
      if let other = namesakes.first(where: { !query.includes($0.role) }) {
        return .otherKind(
          summary, name: name, role: other.role, query: "app.\(other.role.collection)[\"\(name)\"]")
      }
      nearest = Self.names(near: name, of: candidates)
      if nearest.isEmpty { nearest = Self.names(near: name, of: Array(tree.allElements)) }
    }
    let others = candidates.compactMap { $0.identifier ?? ($0.label.isEmpty ? nil : $0.label) }
    return .missing(summary, screen: tree.screen?.identifier, nearest: nearest, others: others)
  }

  /// The names that come near, one for each element.
  private static func names(near name: String, of elements: [Element]) -> [String] {
    let words = elements.flatMap { [$0.identifier, $0.label].compactMap(\.self) }.filter { !$0.isEmpty }
    let found = NearestIdentifiers.nearest(to: name, in: words)
    let identified = elements.filter { element in element.identifier.map(found.contains) == true }
    return found.filter { word in !identified.contains { $0.label == word && $0.identifier != word } }
  }

  /// Describes the element, as error messages name it.
  var summary: String {
    switch choice {
    case .named(let name): "\(query.summary) \"\(name)\""
    case .index(let index): "\(query.summary) at index \(index)"
    case .matching: "\(query.summary) that matches the condition"
    }
  }
}
#endif
