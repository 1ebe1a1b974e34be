#if DEBUG
import ControlProtocol
import ElementTree

extension AppElement {
  /// Presses the element.
  public func tap() throws {
    try act {
      .init(route: .tap, body: TapRequest(id: $0, generation: query.era.generation, roles: $1))
    }
  }

  /// Types the text behind what is in the field.
  public func typeText(_ text: String) throws { try type(text, replace: nil) }

  /// Makes the text the whole text of the field.
  public func replaceText(_ text: String) throws { try type(text, replace: true) }

  /// Empties the field and types the text.
  public func clearAndType(_ text: String) throws { try replaceText(text) }

  private struct Command {
    var route: ControlRoute
    var body: any Encodable
  }

  private func type(_ text: String, replace: Bool?) throws {
    try act {
      let body = TypeRequest(
        id: $0, text: text, replace: replace, generation: query.era.generation, roles: $1)
      return .init(route: .type, body: body)
    }
  }

  /// Acts at once on an element that is known by its identifier; where that cannot be done, looks at the screen to
  /// find the element by its label, or to say what there is instead.
  private func act(_ command: (String, [String]?) -> Command) throws {
    if let name = nameOnScreen, try send(command(name, query.roleNames), isCertain: false) { return }
    let element = try resolve()
    guard let identifier = element.identifier else {
      throw ElementError.nameless(summary, element: element.description)
    }
    try send(command(identifier, nil), isCertain: true)
  }

  /// Sends the command; returns false where the app does not know the element and may not have to.
  @discardableResult
  private func send(_ command: Command, isCertain: Bool) throws -> Bool {
    do {
      try query.app.act(command.route, command.body)
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
}
#endif
