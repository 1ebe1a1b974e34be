#if DEBUG
import ElementTree

/// Something that a person or a test does to an app.
enum Step: Sendable, Equatable {
  case tap(String, Role)
  case type(String, Role, String)
  case back
  case open(String)
  /// A live reset in the middle of a walk.
  case reset([String], keepData: Bool)
  /// A tap that nobody waits for: what it began is under way when the app is reset.
  case tapInPassing(String, Role)
}

extension Step: CustomStringConvertible {
  /// The step as a test has it.
  var description: String {
    switch self {
    case .tap(let identifier, let role): "try app.\(role.query)[\(identifier.literal)].tap()"
    case .type(let identifier, let role, let text):
      "try app.\(role.query)[\(identifier.literal)].replaceText(\(text.literal))"
    case .back: "try app.back()"
    case .open(let link): "try app.open(\(link.literal))"
    case .reset(let arguments, let keepData):
      "app.launchArguments = \(arguments.literal)\ntry app.reset(keepData: \(keepData))"
    case .tapInPassing(let identifier, let role):
      "Task.detached { try app.\(role.query)[\(identifier.literal)].tap() }"
    }
  }
}

extension [Step] {
  /// The walk as a script that can be put into a test.
  func script(app: String, arguments: [String], reset: [String]) -> String {
    let begin = [
      "let app = App(\(app.literal))", "app.launchArguments = \(arguments.literal)", "try app.launch()",
    ]
    let end = ["app.launchArguments = \(reset.literal)", "try app.reset()"]
    return (begin + map(\.description) + end).joined(separator: "\n")
  }
}

extension Role {
  var query: String {
    switch self {
    case .button: "buttons"
    case .toggle: "switches"
    case .cell: "cells"
    case .tab: "tabs"
    case .textField: "textFields"
    case .secureField: "secureTextFields"
    default: "descendants"
    }
  }
}

extension String {
  var literal: String { debugDescription }
}

extension [String] {
  var literal: String { "[" + map(\.literal).joined(separator: ", ") + "]" }
}
#endif
