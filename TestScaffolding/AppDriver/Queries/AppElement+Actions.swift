#if DEBUG
import ControlProtocol
import ElementTree

extension AppElement {
  /// Presses the element.
  public func tap() throws {
    try act { .init(route: .tap, body: TapRequest(id: $0, generation: query.era.generation)) }
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
      let body = TypeRequest(id: $0, text: text, replace: replace, generation: query.era.generation)
      return .init(route: .type, body: body)
    }
  }

  private func act(_ command: (String) -> Command) throws {
    let element = try resolve()
    guard let identifier = element.identifier else {
      throw ElementError.nameless(summary, element: element.description)
    }
    let command = command(identifier)
    do {
      try query.app.act(command.route, command.body)
    } catch AppError.refused(_, _, let reply) where reply.code == .staleGeneration {
      _ = try query.current()
      throw ElementError.refused(summary, reason: reply.message)
    } catch AppError.refused(_, _, let reply) where reply.code == .notActionable {
      throw ElementError.refused(summary, reason: reply.message)
    }
  }
}
#endif
