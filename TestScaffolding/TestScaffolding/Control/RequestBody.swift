#if DEBUG
import ControlProtocol
import Foundation

/// The body of a request; an empty one stands for an empty JSON object.
struct RequestBody {
  let bytes: [UInt8]

  func decode<Request: Decodable>(_ type: Request.Type = Request.self) throws(ErrorReply) -> Request {
    do {
      return try JSONDecoder().decode(type, from: bytes.isEmpty ? Data("{}".utf8) : Data(bytes))
    } catch {
      throw ErrorReply(.badRequest, "The body is not a \(type): \(Self.explain(error)).")
    }
  }

  private static func explain(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.isEmpty
        ? "" : " at \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\""
    }
    return switch error {
    case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(let type, let context): "expected \(type)\(path(context))"
    case DecodingError.valueNotFound(let type, let context): "expected \(type), found null\(path(context))"
    case DecodingError.dataCorrupted: "it is not JSON"
    default: "\(error)"
    }
  }
}
#endif
