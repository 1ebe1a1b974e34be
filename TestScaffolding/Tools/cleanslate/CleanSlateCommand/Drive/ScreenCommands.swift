#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import ToolOptions

/// `cleanslate screen`: what an app shows.
struct ScreenCommand: AppVerb {
  static let name = "screen"
  static let summary = "prints what an app shows, an element a line"
  static let options = [
    ToolOption("--all", help: "Leaves out no rows of long lists, and cuts no long texts.")
  ]
  static let notes = [
    "A line has the role, the identifier after a '#', the label, the value, and what else is special: "
      + "'cell #line-1 \"1 × Gyoza\" value: \"€5.80\"'. The identifier is what 'tap', 'type' and 'wait' take."
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let tree = try app.app.screen().tree
    return VerbAnswer(
      text: ScreenText(tree: tree, isWhole: words.has("--all")).text, json: ElementRecord(tree))
  }
}

/// `cleanslate tap`: presses something.
struct TapCommand: AppVerb {
  static let name = "tap"
  static let summary = "presses an element; like all that act, prints what has changed"
  static let operands = ["ID"]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let name = try app.name(words.operands[0])
    return try app.change { try $0.descendants[name].tap() }
  }
}

/// `cleanslate type`: types into a field.
struct TypeCommand: AppVerb {
  static let name = "type"
  static let summary = "replaces the text of a field"
  static let operands = ["ID", "[TEXT]"]
  static let options = [
    ToolOption("--append", help: "Types after the text that is there."),
    ToolOption("--enter", help: "Presses Enter afterwards."),
  ]
  static let notes = [
    "Without TEXT the field is emptied. A text that begins with two dashes stands after '--'."
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let name = try app.name(words.operands[0])
    let text = words.operands.count > 1 ? words.operands[1] : ""
    return try app.change {
      try $0.type(
        text, into: name, replacing: !words.has("--append"), enter: words.has("--enter"))
    }
  }
}

/// `cleanslate key`: presses keys that belong to no field.
struct KeyCommand: AppVerb {
  static let name = "key"
  static let summary = "presses keys that belong to no field"
  static let operands = ["KEYS…"]
  static let notes = [
    "A key is ctrl- with a letter, as in 'ctrl-b', which a button shows that has it; 'esc' goes back. "
      + "Enter is pressed by 'cleanslate type ID TEXT --enter'."
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    for key in words.operands where key != Self.back && KeyStroke(name: key) == nil {
      throw UsageError(
        description: "'\(key)' is no key: expected '\(Self.back)', or ctrl- with a letter, as in 'ctrl-b'.")
    }
    return try app.change { app in
      for (index, key) in words.operands.enumerated() {
        do {
          // Each when the app is idle again: a later key may be meant for the next screen.
          if key == Self.back { try app.back() } else { try app.press(keys: [key]) }
        } catch AppError.refused(let name, let route, var reply) where index > 0 {
          reply.message += " Pressed before it: \(words.operands.prefix(index).joined(separator: ", "))."
          throw AppError.refused(app: name, route: route, reply)
        }
      }
    }
  }

  private static let back = "esc"
}
#endif
