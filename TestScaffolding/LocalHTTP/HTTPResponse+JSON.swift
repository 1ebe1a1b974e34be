#if DEBUG
import ControlProtocol
import Foundation

extension HTTPResponse {
  /// Answers with a value as JSON; a value that JSON cannot hold becomes a 500 that says which.
  package static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return HTTPResponse(
        status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: [UInt8](try encoder.encode(value)))
    } catch {
      // An error reply is nothing but text, which JSON always holds: this goes one level deep.
      let message = "The answer, a \(type(of: value)), cannot be written as JSON: \(error)"
      return .json(ErrorReply(.failed, message), status: 500)
    }
  }
}
#endif
