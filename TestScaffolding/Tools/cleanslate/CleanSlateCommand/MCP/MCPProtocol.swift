#if DEBUG
import ControlProtocol

/// The Model Context Protocol in both of its eras: what a message asks for, and how it is answered.
///
/// Each request is judged by itself. Since 2026-07-28 a request names its version in `_meta`, and nothing is agreed on
/// before; older clients begin with `initialize`, which some of the newer send as well.
enum MCPProtocol {
  static let version = "2026-07-28"
  /// The newest first.
  static let olderVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  /// What a line asks for.
  enum Message {
    /// It is answered with these lines, or with none.
    case answered([JSONValue])
    case call(Call)
    /// Nobody waits for the answer to the request any more.
    case cancelled(id: JSONValue)
  }

  /// A tool is to be called, and its result to be sent by the reply.
  struct Call {
    let tool: MCPTool
    let arguments: JSONValue?
    let reply: Reply
  }

  /// How the result of a call goes back.
  struct Reply {
    let id: JSONValue
    let isModern: Bool
    let progress: JSONValue?

    func result(_ text: String, isError: Bool) -> JSONValue {
      let content: JSONValue = [["type": "text", "text": .string(text)]]
      return response(["content": content, "isError": .bool(isError)])
    }

    func progress(_ number: Int, _ text: String) -> JSONValue? {
      progress.map { token in
        [
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": ["progressToken": token, "progress": .integer(number), "message": .string(text)],
        ]
      }
    }

    fileprivate func response(_ result: JSONValue) -> JSONValue {
      let result = isModern ? (["resultType": "complete"] as JSONValue).adding(result) : result
      return ["jsonrpc": "2.0", "id": id, "result": result]
    }
  }

  /// What a line asks for. Clients of 2025-03-26 may send several messages in a list, and each is answered with a line.
  static func read(_ line: MCPLines.Line) -> [Message] {
    guard case .whole(let line) = line else {
      let most = "\(MCPLines.mostBytes >> 20) MB"
      return [.answered([error(.null, -32600, "A message has \(most) at most; this one was not read.")])]
    }
    guard !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { return [] }
    let whole = try? JSONValue(parsing: line)
    guard let json = whole ?? (try? JSONValue(parsing: line, takesHalves: true)) else {
      return [.answered([error(.null, -32700, "The line is no JSON.")])]
    }
    var messages = [message(json)]
    if case .array(let batch) = json, !batch.isEmpty { messages = batch.map(message) }
    return whole == nil ? messages.map(withoutCall) : messages
  }

  private static func withoutCall(_ message: Message) -> Message {
    guard case .call(let call) = message else { return message }
    let half = "Half of a character is no text, as \"\\ud83d\" alone is. Nothing of this message was done."
    return .answered([error(call.reply.id, -32602, half)])
  }

  private static func message(_ message: JSONValue) -> Message {
    guard message["jsonrpc"] == "2.0", let method = message["method"]?.text else {
      // An answer to a request is none: this server asks for nothing.
      if message["result"] != nil || message["error"] != nil { return .answered([]) }
      return .answered([error(id(of: message) ?? .null, -32600, "The message is no request of JSON-RPC 2.0.")]
      )
    }
    let params = message["params"]
    guard message["id"] != nil else {
      let given = method == "notifications/cancelled" ? params?["requestId"] : nil
      return given.map { .cancelled(id: $0) } ?? .answered([])
    }
    guard let id = id(of: message) else {
      return .answered([error(.null, -32600, "The id of a request is a string or a number.")])
    }
    return answer(method, params, id)
  }

  private static func id(of message: JSONValue) -> JSONValue? { stringOrNumber(message["id"]) }

  private static func stringOrNumber(_ value: JSONValue?) -> JSONValue? {
    switch value {
    case .string, .integer, .number: value
    default: nil
    }
  }

  private static func answer(_ method: String, _ params: JSONValue?, _ id: JSONValue) -> Message {
    let meta = params?["_meta"]
    let asked = meta?["io.modelcontextprotocol/protocolVersion"]
    let isModern = asked != nil || method == "server/discover"
    if isModern, method != "initialize" {
      guard let asked = asked?.text, case .object = meta?["io.modelcontextprotocol/clientCapabilities"] else {
        let missing = "Missing in _meta: io.modelcontextprotocol/protocolVersion and …/clientCapabilities."
        return .answered([error(id, -32602, missing)])
      }
      guard asked == version else {
        let data: JSONValue = ["supported": [.string(version)], "requested": .string(asked)]
        return .answered([error(id, -32022, "The version \(asked) is not spoken here.", data)])
      }
    }
    let reply = Reply(
      id: id, isModern: isModern && method != "initialize", progress: stringOrNumber(meta?["progressToken"]))
    switch method {
    case "initialize": return .answered([reply.response(welcome(params?["protocolVersion"]?.text))])
    case "server/discover": return .answered([reply.response(discovery)])
    case "ping" where !isModern: return .answered([reply.response([:])])
    case "tools/list":
      let list: JSONValue = ["tools": .array(MCPTool.all.map(\.declaration))]
      return .answered([reply.response(isModern ? list.adding(forAll) : list)])
    case "tools/call":
      let name = params?["name"]?.text ?? ""
      guard let tool = MCPTool.all.first(where: { $0.name == name }) else {
        let names = MCPTool.all.map(\.name).joined(separator: ", ")
        return .answered([error(id, -32602, "There is no tool \"\(name)\"; there are \(names).")])
      }
      return .call(Call(tool: tool, arguments: params?["arguments"], reply: reply))
    default: return .answered([error(id, -32601, "There is no method \"\(method)\".")])
    }
  }

  private static func error(
    _ id: JSONValue, _ code: Int, _ message: String, _ data: JSONValue? = nil
  ) -> JSONValue {
    let error: JSONValue = ["code": .integer(code), "message": .string(message)]
    return ["jsonrpc": "2.0", "id": id, "error": data.map { error.adding(["data": $0]) } ?? error]
  }

  private static func welcome(_ asked: String?) -> JSONValue {
    let version = asked.flatMap { olderVersions.contains($0) ? $0 : nil } ?? olderVersions[0]
    return [
      "protocolVersion": .string(version), "capabilities": ["tools": [:]], "serverInfo": identity,
      "instructions": .string(AgentsPage.instructions),
    ]
  }

  private static var discovery: JSONValue {
    (["supportedVersions": [.string(version)], "capabilities": ["tools": [:]]] as JSONValue)
      .adding(["instructions": .string(AgentsPage.instructions)]).adding(forAll)
      .adding(["_meta": ["io.modelcontextprotocol/serverInfo": identity]])
  }

  /// What is the same for everybody may be kept for an hour.
  private static let forAll: JSONValue = ["ttlMs": 3_600_000, "cacheScope": "public"]
  private static let identity: JSONValue = ["name": "cleanslate", "version": .string(Command.version)]
}
#endif
