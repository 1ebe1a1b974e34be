import ElementTree
import TestSupport

/// Chooses what to do next, from all that can be done just now.
struct Monkey {
  private let subject: Subject
  private let situations: [String]
  private var generator: SeededGenerator

  /// Creates a monkey of an app with these launch arguments for situations.
  init(_ subject: Subject, situations: [String], generator: SeededGenerator) {
    self.subject = subject
    self.situations = situations
    self.generator = generator
  }

  mutating func walkLength() -> Int { Int.random(in: 1...subject.longestWalk, using: &generator) }

  /// Returns a start to end with: one of the app's own, or one in any situation that is the same each time.
  mutating func ending() -> Start {
    let steady = situations.filter { argument in !Self.timely.contains { argument.contains($0) } }
    if Bool.random(using: &generator), let situation = steady.randomElement(using: &generator) {
      return Start(arguments: [situation], variables: subject.variables)
    }
    return subject.endings.randomElement(using: &generator) ?? Start(variables: subject.variables)
  }

  /// Situations that depend on the time of their beginning, in which something comes after seconds, or in which the
  /// system says after how many milliseconds a connection failed.
  private static let timely = [
    "simulateOneOpenOrder", "simulateOrderOnItsWay", "simulateLockedOut", "simulateSlowMenu",
    "simulateSlowService", "simulateMenuServerDown",
  ]

  mutating func next(on tree: Element, isBusy: Bool) -> Step {
    // Whoever does not wait for work wants to see it killed.
    if isBusy { return reset() }
    let elements = tree.reachableParts.flatMap(\.allElements).filter(\.isFocusable)
    let fields = elements.filter { $0.role.isEditable }
    let others = elements.filter { $0.role.isTappable }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<3: return reset()
    case 3..<8: return link()
    case 8..<16 where (try? tree.check(.back)) != nil: return .back
    case 16..<48: return type(fields) ?? tap(others)
    default: return tap(others)
    }
  }

  private mutating func tap(_ elements: [Element]) -> Step {
    guard let element = elements.randomElement(using: &generator), let identifier = element.identifier else {
      return link()
    }
    let isRushed = subject.slow.contains(identifier) || Int.random(in: 0..<20, using: &generator) == 0
    return isRushed ? .rush(element.role, identifier) : .tap(element.role, identifier)
  }

  private mutating func type(_ fields: [Element]) -> Step? {
    guard let field = fields.randomElement(using: &generator), let identifier = field.identifier else {
      return nil
    }
    let text = TypedText.random(for: identifier, using: &generator)
    return .type(field.role, identifier, text: text, replaces: Int.random(in: 0..<4, using: &generator) > 0)
  }

  private mutating func link() -> Step {
    .open(subject.links.randomElement(using: &generator) ?? "nowhere")
  }

  private mutating func reset() -> Step {
    .reset(start(), keepsData: Int.random(in: 0..<3, using: &generator) == 0)
  }

  /// A start in some situation, with some flags, for somebody somewhere.
  private mutating func start() -> Start {
    var start = Start(variables: subject.variables)
    if Bool.random(using: &generator) {
      start.language = ["de_DE.UTF-8", "ja_JP.UTF-8", "ar_EG.UTF-8"].randomElement(using: &generator) ?? "C"
      start.timeZone = ["Asia/Tokyo", "America/St_Johns"].randomElement(using: &generator) ?? "UTC"
    }
    let flags = subject.flagArguments.filter { _ in Bool.random(using: &generator) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: start.arguments = subject.endings.randomElement(using: &generator)?.arguments ?? []
    case 1: start.arguments = flags
    default: start.arguments = [situations.randomElement(using: &generator)].compactMap(\.self) + flags
    }
    return start
  }
}
