import BrowserSupport
import ControlProtocol
import Foundation
import TestSupport

/// A sample app in a process and a home of its own, which serves its page on a free port.
final class RunningSample: Sendable {
  let url: String
  let token: String
  let home: TemporaryHome
  private let process: ChildProcess
  private let client: LoopbackClient

  /// Starts the app on any port, or on one; in a new home, or in that of an earlier start.
  init(
    _ product: String, _ arguments: [String] = [], port: UInt16 = 0, home: TemporaryHome? = nil
  ) async throws {
    let home = try home ?? TemporaryHome()
    self.home = home
    let process = try ChildProcess(
      BuiltProduct.path(product), ["--control-port", "\(port)", "--headless"] + arguments,
      environment: home.environment)
    self.process = process
    let address = #/http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]+)/#
    try await process.waitForOutput { _ in process.standardError.text.contains("#token=") }
    guard let found = process.standardError.text.firstMatch(of: address), let port = UInt16(found.1) else {
      throw BrowserError("\(product) printed no address: \(process.standardError.text)")
    }
    url = String(found.0)
    token = String(found.2)
    client = LoopbackClient(port: port)
  }

  var port: UInt16 { client.port }

  /// The address without the token.
  var origin: String { "http://127.0.0.1:\(port)" }

  /// Sends a request as it is, without the token.
  func send(_ request: PlainRequest) async throws -> PlainResponse { try await client.send(request) }

  /// Asks with the token, as the driver of a test does.
  @discardableResult
  func ask(_ method: String, _ path: String, _ body: String = "") async throws -> PlainResponse {
    let headers = [(name: "Authorization", value: "Bearer \(token)")]
    return try await client.send(PlainRequest(method, path, headers: headers, body: body))
  }

  func tap(_ id: String) async throws { try await ask("POST", "/tap", #"{"id":"\#(id)"}"#) }

  func log() async throws -> [LogReply.Entry] { try await read("/log", as: LogReply.self).entries }

  func status() async throws -> StatusReply { try await read("/status") }

  func setup() async throws -> SetupReply { try await read("/setup") }

  func network() async throws -> NetworkReply { try await read("/network") }

  func recording() async throws -> RecordingReply { try await read("/recording") }

  func tree() async throws -> ElementRecord { try await read("/tree", as: TreeReply.self).tree }

  /// The element with the identifier, as it is now.
  func element(_ id: String) async throws -> ElementRecord? { try await tree().first { $0.identifier == id } }

  /// Ends the app as a crash does.
  func kill() async throws {
    process.terminate(9)
    try await process.waitForExit()
  }

  private func read<Reply: Decodable>(_ path: String, as type: Reply.Type = Reply.self) async throws -> Reply
  {
    let response = try await ask("GET", path)
    return try JSONDecoder().decode(type, from: Data(response.body))
  }
}

extension ElementRecord {
  func first(where matches: (ElementRecord) -> Bool) -> ElementRecord? {
    if matches(self) { return self }
    for child in children ?? [] {
      if let found = child.first(where: matches) { return found }
    }
    return nil
  }
}
