#if DEBUG
import ControlProtocol
import ElementTree
import FeatureFlags
import TestSupport

/// Chooses what to do next, at random and of what can be done.
struct Monkey {
  let subject: Subject
  /// The launch arguments of every situation and flag that the app has.
  let configurations: [[String]]
  var random: SeededGenerator

  mutating func chooseStep(on tree: Element) -> Step? {
    let elements = tree.reachableParts.flatMap(\.allElements).filter { element in
      element.isFocusable && subject.mayTouch(element)
    }
    let allowsBack = tree.screen?.traits.contains(.allowsBack) == true
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<4: return subject.links.randomElement(using: &random).map { .open($0) }
    case 4..<8:
      return .reset(chooseConfiguration(), keepData: Bool.random(using: &random))
    case 8..<16 where allowsBack: return .back
    default:
      guard let element = elements.randomElement(using: &random), let identifier = element.identifier else {
        return allowsBack ? .back : nil
      }
      if element.role.isEditable { return .type(identifier, element.role, chooseText()) }
      return .tap(identifier, element.role)
    }
  }

  /// The last step of some walks: the reset does not wait for it.
  mutating func chooseStepInPassing(on tree: Element) -> Step? {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return nil }
    let elements = tree.reachableParts.flatMap(\.allElements).filter { element in
      element.isFocusable && element.role.isTappable && subject.mayTouch(element)
    }
    return elements.randomElement(using: &random).flatMap { element in
      element.identifier.map { .tapInPassing($0, element.role) }
    }
  }

  mutating func chooseConfiguration() -> [String] {
    configurations.randomElement(using: &random) ?? []
  }

  mutating func chooseLength() -> Int { Int.random(in: 1...60, using: &random) }

  private mutating func chooseText() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private static let texts = [
    "", "Ada", "ada@example.org", "correct horse", "12345", "0", "-1", "4242 4242 4242 4242", "WELCOME10",
    "SUMMER24", "soy ramen", "1 Harbour Street", "👩‍👩‍👧 🍜", "שלום עולם", "e\u{301}\u{327}", "<b>&amp;\"'\\",
    String(repeating: "long ", count: 80), "\u{200B}", "ＷＩＤＥ", "a\u{202E}b",
  ]
}

extension SetupReply {
  /// The launch arguments of what can be asked of the app: nothing, one situation, or the other value of one flag.
  var configurations: [[String]] {
    let flags = flags.filter { $0.type == "Bool" }.map { flag in
      FlagArgument.ephemeral.argument([flag.key: .bool(flag.value != "true")])
    }
    return [[]] + situations.map { [$0.argument] } + flags.map { [$0] }
  }
}
#endif
