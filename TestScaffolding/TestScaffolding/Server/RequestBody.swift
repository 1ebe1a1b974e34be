#if DEBUG
import ControlProtocol

/// The body of a request. An empty body counts as an empty JSON object.
struct RequestBody {
  let bytes: [UInt8]

  /// Decodes the body. Unknown fields are refused, because they may be misspelt.
  func decode<Request: Decodable>(_ type: Request.Type = Request.self) throws(RequestError) -> Request {
    do {
      return try WireJSON.decodeExactly(from: bytes.isEmpty ? Array("{}".utf8) : bytes)
    } catch {
      throw .malformed("The body cannot be used: \(error).")
    }
  }
}
#endif
