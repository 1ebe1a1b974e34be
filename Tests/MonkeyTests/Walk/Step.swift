import ElementTree

/// One thing that a monkey does to an app.
enum Step: Sendable, Hashable {
  case tap(Role, String)
  /// Taps, and goes on while the app is still busy with it.
  case rush(Role, String)
  case type(Role, String, text: String, replaces: Bool)
  case back
  case open(String)
  /// A live reset in the middle of the walk.
  case reset(Start, keepsData: Bool)
}

extension Step {
  /// The lines of a test that do the same.
  var script: [String] {
    switch self {
    case .tap(let role, let identifier):
      ["try \(Self.query(role, identifier)).tap()"]
    case .rush(let role, let identifier):
      [
        "Thread.detachNewThread { try? \(Self.query(role, identifier)).tap() }",
        "while try app.status().busy.isEmpty {}",
      ]
    case .type(let role, let identifier, let text, let replaces):
      ["try \(Self.query(role, identifier)).\(replaces ? "replaceText" : "typeText")(\(Self.literal(text)))"]
    case .back: ["try app.back()"]
    case .open(let link): ["try app.open(\(Self.literal(link)))"]
    case .reset(let start, let keepsData):
      start.script + ["try app.reset(\(keepsData ? "keepData: true" : ""))"]
    }
  }

  private static func query(_ role: Role, _ identifier: String) -> String {
    let queries: [Role: String] = [
      .button: "buttons", .textField: "textFields", .secureField: "secureTextFields", .toggle: "switches",
      .radioButton: "radioButtons", .cell: "cells", .tab: "tabs",
    ]
    return "app.\(queries[role] ?? "descendants")[\(literal(identifier))]"
  }

  private static func literal(_ text: String) -> String {
    guard text.count > 80, let first = text.first, text.allSatisfy({ $0 == first }) else {
      return text.debugDescription
    }
    return "String(repeating: \(String(first).debugDescription), count: \(text.count))"
  }
}
