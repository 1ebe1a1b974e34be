import Foundation

extension DecodingError {
  /// What is wrong, and where.
  package var place: String {
    switch self {
    case .dataCorrupted(let context):
      let place = context.codingPath.isEmpty ? "" : "'\(Self.path(context.codingPath))': "
      let cause = context.underlyingError.map { ": \(($0 as NSError).localizedDescription)" } ?? ""
      return place + context.debugDescription + cause
    case .keyNotFound(let key, let context): return "'\(Self.path(context.codingPath + [key]))' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "'\(Self.path(context.codingPath))' is not as expected"
    @unknown default: return localizedDescription
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map(\.stringValue).joined(separator: ".")
  }
}
