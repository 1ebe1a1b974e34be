#if DEBUG
import ControlProtocol
import Foundation

/// The body of a request. An empty body counts as an empty JSON object.
struct RequestBody {
  let bytes: [UInt8]

  /// Decodes the body. Unknown fields are refused, because they may be misspelt.
  func decode<Request: Decodable>(_ type: Request.Type = Request.self) throws(RequestError) -> Request {
    let data = bytes.isEmpty ? Data("{}".utf8) : Data(bytes)
    do {
      let request = try JSONDecoder().decode(type, from: data)
      let known = Mirror(reflecting: request).children.compactMap(\.label)
      let fields = try JSONDecoder().decode([String: Ignored].self, from: data).keys
      if let unknown = fields.filter({ !known.contains($0) }).min() {
        throw UnknownField(name: unknown, known: known)
      }
      return request
    } catch {
      let isJSON = (try? JSONDecoder().decode(Ignored.self, from: data)) != nil
      throw .malformed("The body cannot be used: \(Self.explain(error, isJSON: isJSON)).")
    }
  }

  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  private struct UnknownField: Error, CustomStringConvertible {
    let name: String
    let known: [String]

    var description: String {
      "\"\(name)\" is none of its fields; they are \(known.map { "\"\($0)\"" }.joined(separator: ", "))"
    }
  }

  private static func explain(_ error: any Error, isJSON: Bool) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.isEmpty
        ? "" : " at \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\""
    }
    return switch error {
    case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
    case DecodingError.typeMismatch(let type, let context): "expected \(name(of: type))\(path(context))"
    case DecodingError.valueNotFound(let type, let context):
      "expected \(name(of: type)), found null\(path(context))"
    case DecodingError.dataCorrupted:
      isJSON ? "a number in it is not whole, or too large" : "it is not JSON"
    default: "\(error)"
    }
  }

  /// What JSON calls values of the type.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any FloatingPoint.Type: "a number"
    case is any JSONArray.Type: "an array"
    default: "an object"
    }
  }
}

private protocol JSONArray {}
extension Array: JSONArray {}
#endif
