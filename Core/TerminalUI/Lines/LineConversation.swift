import ElementTree

/// Shows an app line by line: reads a command, answers with the new screen.
@MainActor
final class LineConversation {
  private let host: any ElementHost
  private var shown: LineScreen?
  /// What was shown before the alert that stands in front of it.
  private var behind: LineScreen?
  /// Whether the user has just asked for the end, and was told what would be lost.
  private var asksToQuit = false

  /// The answer to a line, and whether it is the last one.
  struct Answer: Equatable {
    var text: String
    var isLast = false
    /// Whether the line could not be done.
    var isRefusal = false
  }

  init(host: any ElementHost) {
    self.host = host
  }

  /// Returns the first screen.
  func begin() async -> String {
    await host.settle()
    return show(LineScreen(host.tree))
  }

  /// Does what the line says, and returns what to print.
  func answer(_ line: LineSplitter.Line) async -> Answer {
    switch line {
    case .refused(let reason): return .refusal(reason)
    case .text(let text): return await answer(LineCommand(text))
    }
  }

  /// Ends the conversation, where something is not saved only at the second time in a row.
  func end(by way: String) -> Answer {
    guard !asksToQuit, host.tree.isUnsaved else { return Answer(text: "", isLast: true) }
    asksToQuit = true
    return Answer(text: "Not saved. \(way) again quits.\n")
  }

  private func answer(_ command: LineCommand) async -> Answer {
    if command != .quit { asksToQuit = false }
    return switch command {
    case .tap(let identifier): await perform(.tap(identifier))
    case .type(let identifier, let text): await type(text, into: identifier)
    case .enter(let field): await enter(field)
    case .back: await perform(.back)
    case .number(let number, let text): await perform(number: number, text: text)
    case .show: Answer(text: "\n" + show(LineScreen(host.tree, after: shown)))
    case .help: Answer(text: LineCommand.explanation)
    case .quit: end(by: "quit")
    case .unknown(let advice): .refusal(advice)
    }
  }

  /// Numbers refer to the screen that was printed last, even if the app has changed since.
  private func perform(number: Int, text: String?) async -> Answer {
    guard let identifier = action(number: number) else {
      let actions = shown?.actions ?? []
      let range = actions.isEmpty ? "there are none here" : "they go from 1 to \(actions.count)"
      return .refusal("No action has the number \(number); \(range).")
    }
    let isField = host.tree.first(withIdentifier: identifier)?.role.isEditable == true
    switch (isField, text) {
    case (true, let text?):
      return await type(text, into: identifier)
    case (true, nil):
      let name = VisibleText.line(identifier)
      return .refusal("\(number) is a field: write \(number) TEXT, or type \(name) TEXT.")
    case (false, nil):
      return await perform(.tap(identifier))
    case (false, _):
      return .refusal("\(number) is not a field: write only \(number), and nothing after it.")
    }
  }

  private func action(number: Int) -> String? {
    guard let actions = shown?.actions, number > 0, number <= actions.count else { return nil }
    return actions[number - 1]
  }

  private func enter(_ name: String) async -> Answer {
    let identifier = Int(name).flatMap(action(number:)) ?? name
    guard let action = host.tree.actionOfEnter(in: identifier) else {
      return .refusal("\"\(VisibleText.line(identifier))\" is not a field that Enter goes on from.")
    }
    let before = shown?.lines
    let answer = await perform(action)
    guard case .focus(let next) = action, shown?.lines == before else { return answer }
    return Answer(text: "Enter leads to \(VisibleText.line(next)).\n")
  }

  private func type(_ text: String, into identifier: String) async -> Answer {
    let before = shown?.lines
    let answer = await perform(.edit(identifier, text: LineEditor.flattened(text)))
    guard !answer.isRefusal, shown?.lines == before,
      let field = host.tree.first(withIdentifier: identifier), field.role == .secureField
    else { return answer }
    // As many characters as before are said in the same words.
    return Answer(text: "\(field.visibleLabel) is typed.\n")
  }

  private func perform(_ action: Action) async -> Answer {
    do {
      try host.perform(action)
    } catch {
      return .refusal(VisibleText.line(error.description))
    }
    await host.settle()
    return Answer(text: said(of: LineScreen(host.tree, after: shown)) ?? "Nothing changed on the screen.\n")
  }

  /// What has changed by itself since something was said; nil if that is nothing.
  func news() -> String? {
    let screen = LineScreen(host.tree, after: shown)
    return screen == shown ? nil : said(of: screen)
  }

  private func show(_ screen: LineScreen) -> String {
    (shown, behind) = (screen, nil)
    return screen.text
  }

  /// All of a new screen; of the one that was printed last, only what has changed, and nil for nothing.
  private func said(of screen: LineScreen) -> String? {
    guard let last = shown, screen.isOfSameScreen(as: last) else { return "\n" + show(screen) }
    // What stands behind an alert was said before it came.
    let known = last.hasAlert && !screen.hasAlert ? behind ?? last : last
    if screen.hasAlert, !last.hasAlert { behind = last }
    if !screen.hasAlert { behind = nil }
    shown = screen
    if let changes = screen.changes(from: known) { return "\n" + changes }
    return last.hasAlert && !screen.hasAlert ? "The question is closed.\n" : nil
  }
}

extension LineConversation.Answer {
  static func refusal(_ reason: String) -> Self { Self(text: reason + "\n", isRefusal: true) }
}
