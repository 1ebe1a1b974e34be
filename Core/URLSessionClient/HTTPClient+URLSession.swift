public import AppRuntime
import Foundation

extension HTTPClient {
  /// The client that apps ship with: `URLSession`, without a cache, cookies or anything else that is kept.
  public static var urlSession: HTTPClient { HTTPClient { try await Download.response(to: $0) } }
}
