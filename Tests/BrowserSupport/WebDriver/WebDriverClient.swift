import Foundation

/// Speaks the JSON of W3C WebDriver to a driver on this machine.
struct WebDriverClient: Sendable {
  let http: LoopbackClient

  private struct Reply<Value: Decodable>: Decodable { let value: Value }
  private struct Failure: Decodable {
    let error: String
    let message: String
  }

  /// Sends a command and decodes the value of the answer.
  func command<Value: Decodable & Sendable>(
    _ method: String, _ path: String, _ body: JSONValue? = nil, as type: Value.Type
  ) async throws -> Value {
    let text = try body.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let headers = text == nil ? [] : [(name: "Content-Type", value: "application/json; charset=utf-8")]
    let response = try await http.send(PlainRequest(method, path, headers: headers, body: text ?? ""))
    let data = Data(response.body)
    guard response.status == 200 else {
      let command = "\(method) \(path)"
      guard let failure = try? JSONDecoder().decode(Reply<Failure>.self, from: data).value else {
        throw BrowserError("\(command) was answered with status \(response.status): \(response.text)")
      }
      throw WebDriverError(code: failure.error, message: failure.message, command: command)
    }
    do {
      return try JSONDecoder().decode(Reply<Value>.self, from: data).value
    } catch {
      throw BrowserError("\(method) \(path) was not answered with \(type): \(response.text.prefix(500))")
    }
  }
}
